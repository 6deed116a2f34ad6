// A main function for tests: GoogleTest's own, and after each test what was checked of it. Include it in one source.
#pragma once

#include "gtest.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ::fencepost::gtest::Listener::instance().tell_each_test();
  return RUN_ALL_TESTS();
}
