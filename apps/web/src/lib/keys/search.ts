/** Query keys for search results. */
export const searchKeys = {
  best: (q: string) => ['search', 'best', q] as const,
  spots: (q: string) => ['search', 'spots', q] as const,
}
