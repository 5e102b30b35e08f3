/** Returns how often a value from `a` exceeds one from `b`, from 0 to 1. 0.5 means that there is no difference. */
export function areaUnderCurve(a: readonly number[], b: readonly number[]): number {
  let above = 0
  for (const x of a) for (const y of b) above += x > y ? 1 : x === y ? 0.5 : 0
  return above / (a.length * b.length)
}

/**
 * Whether two kinds of requests take the same time. `measure` sends `times` requests of each kind and returns the area
 * under the curve. If the difference in a first, smaller round is small, that suffices. Otherwise, measures again,
 * because noise on a busy computer can look like a difference.
 */
export async function areEqualTimes(
  times: number,
  measure: (times: number) => Promise<number>,
): Promise<{ isClear: boolean; area: number }> {
  let area = await measure(times / 2)
  let isClear = Math.abs(area - 0.5) <= 0.05
  for (let round = 0; round < 3 && !isClear; round++) {
    area = await measure(times)
    isClear = Math.abs(area - 0.5) <= 0.1
  }
  return { isClear, area }
}
