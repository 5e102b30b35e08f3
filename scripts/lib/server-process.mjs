/**
 * How Node and the system's allocator are set for the server (docs/performance.md, "Memory"): a nursery of 3 x 8 MiB
 * instead of 128, which is as fast here; two arenas instead of eight a processor; and a collection the server may ask for
 * when it is quiet.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--initial-heap-size=128', '--expose-gc']
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' }
