const args = process.argv.slice(2)

/** Whether to run the short form, which takes seconds. */
export const isShort = args.includes('--short')

/** Returns an option's value; null if it isn't set. */
export function textOption(name: string): string | null {
  return args.includes(name) ? (args[args.indexOf(name) + 1] ?? '') : null
}

/** Returns an option's number; if it isn't set, the default for the full or short form. */
export function option(name: string, { whole, short }: { whole: number; short: number }): number {
  return Number(textOption(name) ?? (isShort ? short : whole))
}

/** The seed for this run. It's printed so that the run can be repeated. */
export const seed = option('--seed', { whole: 20261123, short: 20261123 })

const A_DAY = 24 * 60
const end = Date.now() + option('--minutes', { whole: A_DAY, short: A_DAY }) * 60_000

/** Whether the time limit set by `--minutes N` has passed. */
export function isOver(): boolean {
  return Date.now() > end
}

/** Returns the value below which a fraction (0 to 1) of all values lie. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
}
