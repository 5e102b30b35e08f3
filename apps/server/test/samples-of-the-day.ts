import { takesAll } from './proof.ts'

const DAY_MS = 86_400_000

/** What samples are drawn by: the day, unless NOLLIE_TEST_SEED is another number. */
export const SEED = Number(process.env.NOLLIE_TEST_SEED ?? Math.floor(Date.now() / DAY_MS))
if (!Number.isSafeInteger(SEED)) throw new Error('NOLLIE_TEST_SEED is the number of a day, as in 20783')

/** Whether nothing is drawn: with `npm test -- --all`, and where tests are named without a day. */
export const triesAll = takesAll || Boolean(process.env.NOLLIE_TEST_ASKS_ALL)

/** Whether the nth of many is drawn on a day that tries one of `parts`. */
export const isOnDay = (n: number, parts: number, day: number): boolean => (n + day) % parts === 0

/**
 * Whether the nth of many is drawn in this run, which tries one of `parts`. As many days in a row as there are parts try
 * everything, and so does `npm test -- --all`.
 */
export const isDrawn = (n: number, parts: number): boolean => triesAll || isOnDay(n, parts, SEED)

/** Another place to begin at each time all parts were tried; 0 where nothing is drawn. */
export const turnOf = (parts: number): number => (triesAll ? 0 : Math.floor(SEED / parts))

/**
 * As {@link isDrawn}, for what is itself tried on one day in `parts` alone: another part each time its turn comes.
 */
export const isDrawnInTurn = (n: number, parts: number): boolean =>
  triesAll || (n + turnOf(parts)) % parts === 0

/** What a title says where samples are drawn. */
export const byDay = triesAll ? '' : ` (drawn by NOLLIE_TEST_SEED=${SEED})`

/** What it says where something is tried on other days. */
export const onOtherDays = ` (skipped: drawn on other days, NOLLIE_TEST_SEED=${SEED})`
