type Place = { city: string | null; state: string | null; country: string | null }

function text(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The fraction of the longer name that the common prefix must cover. */
const ALIKE = 0.75

/** Whether two names refer to the same place, possibly in two languages: `Lisboa` and `Lisbon`. */
export function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [text(one), text(other)]
  let common = 0
  while (common < a.length && a[common] === b[common]) common += 1
  return common >= ALIKE * Math.max(a.length, b.length)
}

/**
 * Returns the city and state on one line; the city and country if there is no state or its name contains the city's.
 * A city that has its country's name is on its own. Empty if all are unknown.
 */
export function cityAndState({ city, state, country }: Place): string {
  // `Municipality of Monaco` adds nothing to `Monaco`.
  const isRepeated = state && city && (isSamePlace(state, city) || ` ${state} `.includes(` ${city} `))
  const around = state && !isRepeated ? state : country
  return [city, around === city ? null : around].filter(Boolean).join(', ')
}
