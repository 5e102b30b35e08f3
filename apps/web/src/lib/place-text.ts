type Place = { city: string | null; state: string | null; country: string | null }

const text = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** How much of the longer name must be the beginning of both. */
const ALIKE = 0.75

/** Whether two names mean one place, in one or in two languages: `Lisboa` and `Lisbon`. */
export const isSamePlace = (one: string, other: string): boolean => {
  const [a, b] = [text(one), text(other)]
  let common = 0
  while (common < a.length && a[common] === b[common]) common += 1
  return common >= ALIKE * Math.max(a.length, b.length)
}

/** City and state as one line, the country where there is no other state; empty when nothing is known. */
export const cityAndState = ({ city, state, country }: Place): string =>
  [city, state && !isSamePlace(state, city ?? '') ? state : country].filter(Boolean).join(', ')
