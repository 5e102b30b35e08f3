/**
 * Picks cases so that every pair of values that occurs in `cases` also occurs in a picked case. `toValues` returns one
 * value per factor, in a fixed order. The result depends only on the order of `cases`, and preserves it.
 */
export function pickPairwise<T>(
  cases: readonly T[],
  toValues: (one: T) => readonly (string | number | boolean)[],
): T[] {
  const covered = new Set<string>()
  const pairsOfCases = cases.map((one) => toPairs(toValues(one)))
  const picked = new Set<number>()
  // Picks cases that cover the most new pairs first, which is fast and gets close to the smallest set.
  for (let least = Math.max(0, ...pairsOfCases.map((pairs) => pairs.length)); least > 0; least--)
    for (const [n, pairs] of pairsOfCases.entries()) {
      if (pairs.filter((pair) => !covered.has(pair)).length < least) continue
      picked.add(n)
      for (const pair of pairs) covered.add(pair)
    }
  return cases.filter((_, n) => picked.has(n))
}

function toPairs(values: readonly (string | number | boolean)[]): string[] {
  return values.flatMap((value, a) =>
    values.slice(a + 1).map((other, b) => JSON.stringify([a, value, a + 1 + b, other])),
  )
}
