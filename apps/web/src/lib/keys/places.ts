/** Query keys of places in the gazetteer. */
export const placeKeys = {
  search: (...of: unknown[]) => ['places', 'search', ...of] as const,
}
