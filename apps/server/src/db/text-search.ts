import { type RawBuilder, sql } from 'kysely'
import type { Db } from './open.ts'

// Searching in texts that were folded when they were stored (nollie_normalize: case, accents). What is typed is folded and its
// LIKE signs are taken as letters by nollie_like_pattern.

/** Shorter texts have no trigram to look up. */
export const INDEXED_LENGTH = 3
/** A stage of a search ranks at most this many: bounds its work whatever is typed. */
export const CANDIDATES = 200

const MAX_WORDS = 8
/** Longest time for one statement of a search. */
const SEARCH_MS = 300
/** Tables of more rows than these are searched by index alone. */
const SMALL_TABLE = 100_000

/** The folded column contains the text. */
export const contains = (column: RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like nollie_like_pattern(${text})`

/** The folded column begins with the text; served by an index of `text_pattern_ops`. */
export const begins = (column: RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like substr(nollie_like_pattern(${text}), 2)`

const WORD_STARTS = ['', '% ', '%-', '%(', '%/']

/** A word of the column begins with the text. Unlike `\\m` in a regular expression, LIKE lets the trigram index help. */
export const beginsWord = (column: RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    WORD_STARTS.map(
      (before) => sql`${column} like ${before}::text || substr(nollie_like_pattern(${text}), 2)`,
    ),
    sql` or `,
  )})`

/** Every word begins a word of the column; finds "mac pla" in "MACBA plaza". */
export const beginsWords = (column: RawBuilder<string>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.slice(0, MAX_WORDS).map((word) => beginsWord(column, word)),
    sql` and `,
  )})`

/** Whether a table is so small that reading it whole for one or two letters inside words is fine. */
export const isSmallTable = async (db: Db, table: 'spots' | 'profiles'): Promise<boolean> => {
  const { rows } = await sql<{ small: boolean }>`
    select reltuples < ${SMALL_TABLE}::int as small from pg_class where oid = ${table}::regclass`.execute(db)
  return rows[0]?.small ?? false
}

/** Runs a search in texts whose statements are given up after a third of a second (refused as UNAVAILABLE by the HTTP platform). */
export const withinSearchTime = <T>(db: Db, search: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(SEARCH_MS)}, true)`.execute(tx)
    return search(tx)
  })

/** What a search in stages found, best first; not `whole` when its time was up before its last stage. */
export type Found<T> = { items: T[]; whole: boolean }

const isOutOfTime = (error: unknown): boolean => (error as { code?: string }).code === '57014'

/**
 * Searches stage by stage, each given the ids found before it and how many are still wanted, until `most` are found. What
 * was found when the time is up is the answer.
 */
export const searchInStages = async <T>(
  db: Db,
  {
    stages,
    limit,
    idOf,
  }: { stages: readonly RawBuilder<boolean>[]; limit: number; idOf: (item: T) => string },
  select: (tx: Db, stage: RawBuilder<boolean>, without: string[], limit: number) => Promise<T[]>,
): Promise<Found<T>> => {
  const items: T[] = []
  try {
    await withinSearchTime(db, async (tx) => {
      for (const stage of stages) {
        if (items.length >= limit) return
        items.push(...(await select(tx, stage, items.map(idOf), limit - items.length)))
      }
    })
    return { items, whole: true }
  } catch (error) {
    if (!isOutOfTime(error)) throw error
    return { items, whole: false }
  }
}
