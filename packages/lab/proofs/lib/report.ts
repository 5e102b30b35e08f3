/** A proof's result, with its goal. */
export type ProofFigure = { what: string; figure: string; goal: string; isMet: boolean }

/** Prints a result and its goal. Missing the goal makes the proof fail. */
export function report({ what, figure, goal, isMet }: ProofFigure): void {
  console.log(`${what.padEnd(58)} ${figure.padEnd(16)} goal ${goal}${isMet ? '' : '  MISSED'}`)
  if (!isMet) process.exitCode = 1
}

/** Returns a random integer from 0 up to, but not including, the limit. */
export type Random = (limit: number) => number

/** Returns a random number generator that is deterministic for a seed; see {@link Random}. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return (limit) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}
