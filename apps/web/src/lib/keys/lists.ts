/** Query keys for spot lists. */
export const listKeys = {
  all: ['lists'] as const,
  own: ['lists', 'own'] as const,
  /** The viewer's own lists, and which of them contain the spot. */
  withSpot: (spot_id: string) => ['lists', 'own', spot_id] as const,
  ofPerson: (user_id: string) => ['lists', 'person', user_id] as const,
  one: (key: string) => ['lists', 'one', key] as const,
}
