/** Query keys for individual spots. */
export const spotKeys = {
  all: ['spots'] as const,
  one: (spot_id: string) => ['spots', 'one', spot_id] as const,
  media: (spot_id: string) => ['spots', 'one', spot_id, 'media'] as const,
  checks: (spot_id: string) => ['spots', 'one', spot_id, 'checks'] as const,
  history: (spot_id: string) => ['spots', 'one', spot_id, 'history'] as const,
  cards: ['spots', 'card'] as const,
  visitorMedia: (spot_id: string) => ['spots', 'visitor-media', spot_id] as const,
  card: (spot_id: string) => ['spots', 'card', spot_id] as const,
  lastAudience: ['spots', 'last-audience'] as const,
  allNearby: ['spots', 'nearby'] as const,
  nearby: (sought: string) => ['spots', 'nearby', sought] as const,
}
