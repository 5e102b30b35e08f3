/** Query keys for feeds. */
export const feedKeys = {
  all: ['feed'] as const,
  list: <F>(filter: F) => ['feed', filter] as const,
}
