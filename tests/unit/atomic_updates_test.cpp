#include "cli/propose/atomic_updates.h"

#include <gtest/gtest.h>

#include <string>

namespace fencepost::cli {
namespace {

/// The line with its only update made.
std::string made(const std::string& line) {
  const auto updates = atomic_updates(line);
  if (updates.empty()) return "none";
  std::string text = line;
  text.replace(updates[0].column - 1, updates[0].length, updates[0].text);
  return text;
}

TEST(AtomicUpdates, AreCompoundAssignments) {
  EXPECT_EQ(made("  hist[bin[t]] += w * 2;  // count"), "  atomicAdd(&hist[bin[t]], w * 2);  // count");
  EXPECT_EQ(made("if (t) x -= a + b;"), "if (t) atomicSub(&x, a + b);");
  EXPECT_EQ(made("*sum += a[t];"), "atomicAdd(sum, a[t]);");
  EXPECT_EQ(made("s->p.n[1] |= 4;"), "atomicOr(&s->p.n[1], 4);");
  EXPECT_EQ(made("(*p).x &= m;"), "atomicAnd(&(*p).x, m);");
  EXPECT_EQ(made("ns::x ^= m;"), "atomicXor(&ns::x, m);");
  EXPECT_EQ(made("this->n += 1;"), "atomicAdd(&this->n, 1);");
  for (const char* line : {"x *= 2;", "x <<= 2;", "x += a,", "x += a, b;", "f(x += 1);", "int x = 1;", "x = 1;"}) {
    EXPECT_EQ(made(line), "none") << line;
  }
}

TEST(AtomicUpdates, AreSumsWithTheOldValue) {
  EXPECT_EQ(made("x = x + a * b;"), "atomicAdd(&x, a * b);");
  EXPECT_EQ(made("x[i] = a - b + x[i];"), "atomicAdd(&x[i], a - b);");
  EXPECT_EQ(made("x = x - a;"), "atomicSub(&x, a);");
  EXPECT_EQ(made("x = x | (a << 2);"), "atomicOr(&x, (a << 2));");
  for (const char* line : {"x = x - a + b;", "x = x + a << 2;", "x = a - x;", "x = x & a | b;", "int x = x + 1;",
                           "x = x + a > b;", "x = y + 1;", "x = a ? b : c + x;"}) {
    EXPECT_EQ(made(line), "none") << line;
  }
}

TEST(AtomicUpdates, AreExtremaOfTheOldValue) {
  EXPECT_EQ(made("best[0] = max(best[0], f(a, b));"), "atomicMax(&best[0], f(a, b));");
  EXPECT_EQ(made("x = ::min(v, x);"), "atomicMin(&x, v);");
  EXPECT_EQ(made("x = std::max(x, v);"), "atomicMax(&x, v);");
  for (const char* line : {"x = max(y, v);", "x = max(x, v) + 1;", "x = max(x, v, w);", "x = fmax(x, v);"}) {
    EXPECT_EQ(made(line), "none") << line;
  }
}

TEST(AtomicUpdates, AreStepsAlsoWithinExpressions) {
  EXPECT_EQ(made("count++;"), "atomicAdd(&count, 1);");
  EXPECT_EQ(made("else ++count[i];"), "else atomicAdd(&count[i], 1);");
  EXPECT_EQ(made("++*count;"), "atomicAdd(count, 1);");
  EXPECT_EQ(made("(*count)--;"), "atomicSub(&(*count), 1);");
  EXPECT_EQ(made("queue[tail++] = v;"), "queue[atomicAdd(&tail, 1)] = v;");
  EXPECT_EQ(made("int i = s.n++;"), "int i = atomicAdd(&s.n, 1);");
  for (const char* line : {"*p++;", "f(++x);", "for (int i = 0; i < n; i++) {", "f()++;", "a + +b;"}) {
    EXPECT_EQ(made(line), "none") << line;
  }
  EXPECT_EQ(made("for (int i = 0; i < n; i++) x += a[i];"), "for (int i = 0; i < n; i++) atomicAdd(&x, a[i]);");
}

TEST(AtomicUpdates, OfSeveralOnALineAreAllListed) {
  const auto updates = atomic_updates("x++; y += 2;");
  ASSERT_EQ(updates.size(), 2U);
  EXPECT_EQ(updates[1].updated, "y");
  const auto differences = atomic_updates("x -= v;");
  ASSERT_EQ(differences.size(), 2U);  // Of integers, of floating-point numbers.
  EXPECT_EQ(differences[1].text, "atomicAdd(&x, -(v))");
}

}  // namespace
}  // namespace fencepost::cli
