/** Named lists of spots. */
export const listKeys = {
  all: ['lists'] as const,
  own: ['lists', 'own'] as const,
  /** One's own lists, with which of them have a spot. */
  withSpot: (spot_id: string) => ['lists', 'own', spot_id] as const,
  ofPerson: (user_id: string) => ['lists', 'person', user_id] as const,
  one: (key: string) => ['lists', 'one', key] as const,
}
