/**
 * Node and allocator settings for the server (docs/performance.md, "Memory"): a young generation of 3 x 8 MiB instead
 * of 128, which is equally fast here; a garbage collection once the heap has grown by half; two arenas in total instead
 * of eight per processor; and `gc()`, which the server calls when it's idle.
 */
export const SERVER_FLAGS = [
  '--max-semi-space-size=8',
  '--initial-heap-size=128',
  '--expose-gc',
  '--heap-growing-percent=50',
]
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' }
