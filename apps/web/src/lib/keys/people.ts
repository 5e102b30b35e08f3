/** Query keys for lists of people. */
export const peopleKeys = {
  all: ['people'] as const,
  allCards: ['people', 'cards'] as const,
  cards: (list: string, ...of: unknown[]) => ['people', 'cards', list, ...of] as const,
  suggestions: ['people', 'suggestions'] as const,
  toWrite: (q: string, me: string | undefined) => ['people', 'to-write', q, me] as const,
}
