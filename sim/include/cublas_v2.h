// cuBLAS: linear algebra on matrices that lie column by column (cuBLAS documentation). The contract: docs/libraries.md.
#pragma once

#include "cublas_api.h"
