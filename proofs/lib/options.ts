const args = process.argv.slice(2)

/** Whether the short form was asked for, which takes seconds. */
export const isShort = args.includes('--short')

/** What an option says, or null. */
export const textOption = (name: string): string | null =>
  args.includes(name) ? (args[args.indexOf(name) + 1] ?? '') : null

/** A number that an option says; otherwise that of the whole or the short form. */
export const option = (name: string, { whole, short }: { whole: number; short: number }): number =>
  Number(textOption(name) ?? (isShort ? short : whole))

/** The seed of this run, printed so that it can be given again. */
export const seed = option('--seed', { whole: 20261123, short: 20261123 })

const A_DAY = 24 * 60
const end = Date.now() + option('--minutes', { whole: A_DAY, short: A_DAY }) * 60_000

/** Whether the time that `--minutes N` gives is over. */
export const isOver = (): boolean => Date.now() > end

/** The value below which the given part (0 to 1) of all values lies. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
