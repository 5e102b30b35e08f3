/** Query keys for gazetteer places. */
export const placeKeys = {
  search: (...of: unknown[]) => ['places', 'search', ...of] as const,
}
