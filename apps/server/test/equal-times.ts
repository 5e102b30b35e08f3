/** How often a value of `a` exceeds one of `b`; 0.5 if the two do not differ. */
export const areaUnderCurve = (a: readonly number[], b: readonly number[]): number => {
  let above = 0
  for (const x of a) for (const y of b) above += x > y ? 1 : x === y ? 0.5 : 0
  return above / (a.length * b.length)
}

/**
 * Whether two kinds of requests take the same time. `measure` takes that many of both and returns their area under the
 * curve. Half as many are enough where they differ by half as much; noise of a busy machine may differ, so it is
 * measured again.
 */
export const areEqualTimes = async (
  times: number,
  measure: (times: number) => Promise<number>,
): Promise<{ isClear: boolean; area: number }> => {
  let area = await measure(times / 2)
  let isClear = Math.abs(area - 0.5) <= 0.05
  for (let round = 0; round < 3 && !isClear; round++) {
    area = await measure(times)
    isClear = Math.abs(area - 0.5) <= 0.1
  }
  return { isClear, area }
}
