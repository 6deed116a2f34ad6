// cuFFTW is FFTW's interface: here it is FFTW, on the host's memory.
#pragma once

#if __has_include(<fftw3.h>)
#include <fftw3.h>
#else
#error "cufftw.h is FFTW here: install libfftw3-dev (apt-get install libfftw3-dev)"
#endif
