// What the drawings in SVG and HTML share.
#pragma once

#include "cli/draw/drawing.h"
#include "detector/text/markup.h"

namespace fencepost::cli {

using detector::escaped;

/// The CSS class of a cell.
inline char class_of(Change change) {
  switch (change) {
    case Change::kHeld:
      return 'h';
    case Change::kGained:
      return 'g';
    case Change::kLost:
      return 'l';
    case Change::kParked:
      return 'p';
    case Change::kConflict:
      return 'x';
  }
  return 'h';
}

}  // namespace fencepost::cli
