#include "compiler/contract/finder.h"

#include <gtest/gtest.h>

#include <string>

#include "compiler/contract/lexer.h"
#include "compiler/source/tokens.h"

namespace fencepost::compiler::contract {
namespace {

// "token: text | text" of each annotation.
std::string found(const std::string& source) {
  const TokenStream tokens(source);
  std::string text;
  for (const FoundAnnotation& annotation : find_annotations(tokens)) {
    text += (text.empty() ? "" : "; ") + std::string(tokens.spelling(annotation.token)) + ":";
    for (const CommentText& comment : annotation.comments) text += " <" + comment.text + '>';
  }
  return text;
}

TEST(ContractFinder, AnnotationsOfOneTokenAreOne) {
  EXPECT_EQ(found("/*@ requires a; @*/\n//@ ensures b;\nvoid f();\n//@ assume c;\n}"),
            "void: < requires a; > < ensures b;>; }: < assume c;>");
  EXPECT_EQ(found("f() /*@ then { a; } */; /*@ assert b; */"), ";: < then { a; } >; : < assert b; >");
}

TEST(ContractFinder, OtherCommentsAreNone) {
  EXPECT_EQ(found("// requires a;\n/* requires a; */ /** @ requires a; */ a"), "");
  EXPECT_EQ(found("//@{\nint a;\n//@}\n/*@{*/ b /*@}*/ c"), "");
  EXPECT_EQ(found("/*@null@*/ int* p; //@todo later\n//@ author: me\nint q;"), "");
  EXPECT_EQ(found("const char* s = \"//@ requires a;\"; R\"(/*@ requires b; @*/)\" '\"' x"), "");
  EXPECT_EQ(found("#define A /*@ requires a; @*/ 1\n#if 0 //@ requires b;\nint a;\n"), "");
  EXPECT_EQ(found("//@\n/*@*/ /*@@*/ a"), "");
}

TEST(ContractFinder, MisspelledOnesAreNotPassedOver) {
  EXPECT_EQ(found("//@ requries a;\nf"), "f: < requries a;>");
  EXPECT_EQ(found("//@Requires a;\nf"), "f: <Requires a;>");
}

TEST(ContractFinder, WhatFollowsAnAnnotationGoesOnWithIt) {
  EXPECT_EQ(found("//@ requires a &&\n//@   b\n//@}\nf"), "f: < requires a &&> <   b>");
}

TEST(ContractFinder, PlacesCountFromTheBeginOfTheText) {
  const TokenStream tokens("int a;\n  /*@ requires\n b; @*/ f");
  const auto annotations = find_annotations(tokens);
  ASSERT_EQ(annotations.size(), 1U);
  EXPECT_EQ(annotations[0].begin, 9U);
  EXPECT_EQ(annotations[0].end, 29U);
  const CommentText& comment = annotations[0].comments.at(0);
  EXPECT_EQ(comment.place.line, 2U);
  EXPECT_EQ(comment.place.column, 6U);
  const std::vector<Lexeme> lexemes = split({comment});
  EXPECT_EQ(lexemes.at(0).begin.column, 7U);
  EXPECT_EQ(lexemes.at(1).text, "b");
  EXPECT_EQ(lexemes.at(1).begin.line, 3U);
  EXPECT_EQ(lexemes.at(1).begin.column, 2U);
}

TEST(ContractFinder, LineMarkersGiveFileAndLine) {
  const TokenStream tokens(
      "# 1 \"a.cu\"\n# 5 \"b.h\" 1\n//@ requires a;\n# 1 \"s.h\" 1 3\n//@ requires s;\n# 9 \"a.cu\" 2\n//@ ensures "
      "b;\nf();");
  const auto annotations = find_annotations(tokens);
  ASSERT_EQ(annotations.size(), 2U);
  EXPECT_EQ(annotations[0].file, "b.h");
  EXPECT_EQ(annotations[0].comments[0].place.line, 5U);
  EXPECT_EQ(annotations[1].file, "a.cu");
  EXPECT_EQ(annotations[1].comments[0].place.line, 9U);
  EXPECT_EQ(annotations[0].token, annotations[1].token);
}

TEST(ContractLexer, SymbolsAreAsLongAsPossible) {
  const auto all = [](std::string text) {
    std::string joined;
    for (const Lexeme& lexeme : split({{std::move(text), {1, 1}}})) joined += lexeme.text + ' ';
    return joined;
  };
  EXPECT_EQ(all("a==>b==c**d"), "a ==> b == c ** d  ");
  EXPECT_EQ(all("seq<seq<int>>"), "seq < seq < int > >  ");
  EXPECT_EQ(all("1\\2 a\\b \\result\\2"), "1 \\ 2 a \\ b \\result \\ 2  ");
  EXPECT_EQ(all("(\\forall*int"), "( \\forall* int  ");
  EXPECT_EQ(all("0..n 1.5..2.f"), "0 .. n 1.5 .. 2.f  ");
  EXPECT_EQ(all("x<-1 |xs|==n"), "x < - 1 | xs | == n  ");
  EXPECT_EQ(all("1e-3 0xe-1 'x' \"a b\""), "1e-3 0xe - 1 'x' \"a b\"  ");
}

}  // namespace
}  // namespace fencepost::compiler::contract
