// The first name of cusparse.h.
#pragma once

#include "cusparse.h"
