const args = process.argv.slice(2)

/** Whether to run the short form, which takes seconds. */
export const isShort = args.includes('--short')

/** An option's value, or null. */
export const textOption = (name: string): string | null =>
  args.includes(name) ? (args[args.indexOf(name) + 1] ?? '') : null

/** An option's number; otherwise the default of the full or short form. */
export const option = (name: string, { whole, short }: { whole: number; short: number }): number =>
  Number(textOption(name) ?? (isShort ? short : whole))

/** The seed of this run, printed so that it can be given again. */
export const seed = option('--seed', { whole: 20261123, short: 20261123 })

const A_DAY = 24 * 60
const end = Date.now() + option('--minutes', { whole: A_DAY, short: A_DAY }) * 60_000

/** Whether the time that `--minutes N` gives is over. */
export const isOver = (): boolean => Date.now() > end

/** The value below which the given share (0 to 1) of all values are. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
