/** Query keys for a spot's facts, and for fact counts in a map view. */
export const factKeys = {
  one: (spot_id: string) => ['facts', spot_id] as const,
  history: (spot_id: string) => ['facts', spot_id, 'history'] as const,
  measurements: (spot_id: string) => ['facts', spot_id, 'measurements'] as const,
  photos: (spot_id: string) => ['facts', spot_id, 'photos'] as const,
  counts: (...what: readonly unknown[]) => ['facts', 'counts', ...what] as const,
}
