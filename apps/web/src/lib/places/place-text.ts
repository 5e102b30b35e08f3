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

function words(name: string): string[] {
  return name.split(/[^\p{L}\p{N}\p{M}]+/u).map(text)
}

/** Whether a state adds nothing to a city, because its name contains the city's: `Monaco`, `Municipality of Monaco`. */
function isNamedAfter(state: string, city: string): boolean {
  const [around, inside] = [words(state), words(city)]
  return inside.length > 0 && inside.every((word) => around.includes(word))
}

/**
 * Returns the city and state on one line; the city and country if there is no state or its name contains the city's.
 * A city that has its country's name is on its own. Empty if all are unknown.
 */
export function cityAndState({ city, state, country }: Place): string {
  const isRepeated = state && city && (isSamePlace(state, city) || isNamedAfter(state, city))
  const around = state && !isRepeated ? state : country
  return [city, around === city ? null : around].filter(Boolean).join(', ')
}
