// Source text, coloured a little.
const cudaWords = new Set(('__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ ' +
  '__launch_bounds__ __forceinline__ extern static const constexpr volatile inline template typename class struct ' +
  'enum union namespace using typedef public private protected virtual operator return if else for while do switch ' +
  'case default break continue goto new delete this sizeof true false nullptr auto void bool char short int long ' +
  'float double unsigned signed').split(' '));
const cudaNames = new Set(('threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp __threadfence ' +
  '__threadfence_block atomicAdd atomicCAS atomicExch atomicMax atomicMin atomicSub atomicOr atomicAnd').split(' '));
const lexemes = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(^\s*#\s*\w+)|([A-Za-z_]\w*)|(\.?\d[\w.']*)|([^])/g;

/// A line of C++ as nodes. A comment that began on an earlier line is not known to be one.
function colouredSource(text) {
  const nodes = [];
  let plain = '';
  const put = (kind, part) => {
    if (plain) nodes.push(plain);
    plain = '';
    nodes.push(make('span.' + kind, null, part));
  };
  for (const [part, comment, string, directive, word, number] of text.matchAll(lexemes)) {
    if (comment) put('c', part);
    else if (string) put('s', part);
    else if (directive) put('k', part);
    else if (word && cudaWords.has(word)) put('k', part);
    else if (word && cudaNames.has(word)) put('b', part);
    else if (number) put('n', part);
    else plain += part;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

