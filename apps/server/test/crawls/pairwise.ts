/**
 * Picks cases so that every pair of values that occurs together in `cases` occurs together in a picked one. `toValues` returns one
 * value per factor, in the same order for every case. The choice depends on the order of `cases` alone, and picked cases stay in it.
 */
export function pickPairwise<T>(
  cases: readonly T[],
  toValues: (one: T) => readonly (string | number | boolean)[],
): T[] {
  const covered = new Set<string>()
  const pairsOfCases = cases.map((one) => toPairs(toValues(one)))
  const picked = new Set<number>()
  // Cases that cover the most new pairs come first. That is near the smallest set, and one pass per count is quick.
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
