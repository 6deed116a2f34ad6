// Arrays of structs that the kernel gets by pointers: members by their names, of a base, of what they hold, of arrays.
// FINDING: race error global intra-warp write@named write@named_too object=bodies element=bodies[0].mass
// FINDING: race error global intra-warp write@base write@base_too object=bodies element=bodies[0].id
// FINDING: race error global intra-warp write@inner write@inner_too object=bodies element=bodies[0].velocity.y
// FINDING: race error global intra-warp write@array write@array_too object=bodies element=bodies[0].force[2]
// FINDING: race error global intra-warp write@vector write@vector_too object=points element=points[0].z
// FINDING: race error global intra-warp write@rows write@rows_too object=rows element=rows[0][5]
// FINDING: race error global intra-warp write@part write@part_too object=unions element=unions[0].high
// FINDING: race error global intra-warp write@behind write@behind_too object=packets element=packets[1]
// FINDING: race error global intra-warp write@opaque write@opaque_too object=pairs element=pairs[0]+4
struct Named {
  int id;
};
struct Body : Named {
  float3 velocity;
  float force[3];
  double mass;
};
struct Hidden {
  int __first, __second;  // An implementation's names tell a user nothing.
};
union Word {
  int whole;
  struct {
    short low, high;
  };
};
struct Packet {
  int none[0], length;
  int values[];
};

__global__ void k(Body* bodies, float4* points, float (*rows)[8], Hidden* pairs, Word* unions, Packet* packets, int n) {
  int t = threadIdx.x, next = (t + 1) % n;
  bodies[t].mass = 1;           // @named
  bodies[next].mass = 2;        // @named_too
  bodies[t].id = 1;             // @base
  bodies[next].id = 2;          // @base_too
  bodies[t].velocity.y = 1;     // @inner
  bodies[next].velocity.y = 2;  // @inner_too
  bodies[t].force[2] = 1;       // @array
  bodies[next].force[2] = 2;    // @array_too
  points[t].z = 1;              // @vector
  points[next].z = 2;           // @vector_too
  rows[t][5] = 1;               // @rows
  rows[next][5] = 2;            // @rows_too
  unions[t].high = 1;           // @part
  unions[next].high = 2;        // @part_too
  packets->values[t] = 1;       // @behind
  packets->values[next] = 2;    // @behind_too
  pairs[t].__second = 1;        // @opaque
  pairs[next].__second = 2;     // @opaque_too
}

int main() {
  constexpr int n = 16;
  Body* bodies;
  float4* points;
  float(*rows)[8];
  Hidden* pairs;
  cudaMalloc(&bodies, n * sizeof(Body));
  cudaMalloc(&points, n * sizeof(float4));
  cudaMalloc(&rows, n * sizeof(*rows));
  cudaMalloc(&pairs, n * sizeof(Hidden));
  Word* unions;
  Packet* packets;
  cudaMalloc(&unions, n * sizeof(Word));
  cudaMalloc(&packets, sizeof(Packet) + n * sizeof(int));
  k<<<1, n>>>(bodies, points, rows, pairs, unions, packets, n);
  return cudaDeviceSynchronize();
}
