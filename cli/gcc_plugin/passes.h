// The passes of the plugin.
#pragma once

class opt_pass;

/// To run just before the instrumentation.
opt_pass* call_operands();
/// Likewise.
opt_pass* virtual_calls();
/// To run before aggregates are split. `plugin`: the name that GCC has given it.
opt_pass* vector_stores(const char* plugin);
/// To run last of all before the code is generated.
opt_pass* long_functions();
