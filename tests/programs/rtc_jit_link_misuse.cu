// What is wrong with calls of nvJitLink is told at their line, and the call returns NVIDIA's status.
// FINDING: api-error error none none *@null message="nvJitLinkCreate: a null pointer"
// FINDING: api-error error none none *@architecture message="nvJitLinkCreate: its options name no -arch="
// FINDING: api-error error none none *@bytes message="nvJitLinkAddData: it was given .*no code object"
// FINDING: api-error error none none *@type message="nvJitLinkAddData: there is no type of input 99"
// FINDING: api-error error none none *@file message="nvJitLinkAddFile: it was given no file that can be read"
// FINDING: api-error error none none *@empty message="nvJitLinkComplete: it was given no input"
// FINDING: api-error error none none *@early message="nvJitLinkGetLinkedCubinSize: nothing was linked: call nvJitLinkComplete before"
// FINDING: api-error error none none *@twice message="nvJitLinkDestroy: its handle was never created, or was destroyed"
// FINDING: api-error error none none *@used message="nvJitLinkComplete: its handle was never created, or was destroyed"
// STDOUT: ^10 2 8 3 8 3 3 0 3 3 $
// COMPILE: -lnvJitLink
#include <nvJitLink.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  const char* options[] = {"-arch=sm_90"};
  nvJitLinkHandle link, copy;
  size_t bytes;
  int status[10], s = 0;
  status[s++] = nvJitLinkCreate(nullptr, 1, options);  // @null
  status[s++] = nvJitLinkCreate(&link, 0, nullptr);  // @architecture
  nvJitLinkCreate(&link, 1, options);
  const char text[] = "not a code object";
  status[s++] = nvJitLinkAddData(link, NVJITLINK_INPUT_CUBIN, text, sizeof(text), "text");  // @bytes
  status[s++] = nvJitLinkAddData(link, static_cast<nvJitLinkInputType>(99), text, sizeof(text), "text");  // @type
  status[s++] = nvJitLinkAddFile(link, NVJITLINK_INPUT_CUBIN, "/nowhere/k.cubin");  // @file
  status[s++] = nvJitLinkComplete(link);  // @empty
  status[s++] = nvJitLinkGetLinkedCubinSize(link, &bytes);  // @early
  copy = link;
  status[s++] = nvJitLinkDestroy(&link);
  status[s++] = nvJitLinkDestroy(&copy);  // @twice
  status[s++] = nvJitLinkComplete(copy);  // @used
  for (const int value : status) printf("%d ", value);
  printf("\n");
}
