import { normalizeText } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './open.ts'
import { SEARCH_LIMIT } from './pool.ts'

// Searched columns are normalized when they're stored (nollie_normalize is the SQL version of normalizeText).
// nollie_like_pattern normalizes a query and escapes its LIKE wildcards.

/** Shorter strings have no trigrams, so the index can't find them. */
const INDEXED_LENGTH = 3
/** Maximum number of rows that a search stage ranks, which limits its work for any query. */
export const CANDIDATES = 200

const MAX_TERMS = 8
/** Maximum duration of one search statement, in milliseconds. */
const SEARCH_MS = 300
/** Tables with more rows are searched only by index. */
const SMALL_TABLE = 100_000

/** Whether the trigram index can find the text inside terms. */
export function isIndexed(text: string): boolean {
  return normalizeText(text).length >= INDEXED_LENGTH
}

/** Builds a condition that matches if the normalized column contains the text. */
export function contains(column: RawBuilder<string>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like nollie_like_pattern(${text})`
}

/** Builds a condition that the normalized column starts with the text; uses an index with `text_pattern_ops`. */
export function begins(column: RawBuilder<string>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like substr(nollie_like_pattern(${text}), 2)`
}

const TERM_STARTS = ['', '% ', '%(', '%/']

/** Builds a condition that a term starts with the text. LIKE can use the trigram index, but a regex `\\m` can't. */
export function beginsTerm(column: RawBuilder<string>, text: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    TERM_STARTS.map(
      (before) => sql`${column} like ${before}::text || substr(nollie_like_pattern(${text}), 2)`,
    ),
    sql` or `,
  )})`
}

/**
 * Splits a query into at most eight normalized terms; none if nothing in it is searchable (for example, only an
 * apostrophe).
 */
export function splitTerms(q: string): string[] {
  return normalizeText(q).split(' ').filter(Boolean).slice(0, MAX_TERMS)
}

/** Builds a condition that every term in the query starts one of the column's terms: "mac pla" finds "MACBA plaza". */
export function beginsTerms(column: RawBuilder<string>, q: string): RawBuilder<boolean> {
  const terms = splitTerms(q)
  if (terms.length === 0) return sql<boolean>`false`
  return sql<boolean>`(${sql.join(
    terms.map((term) => beginsTerm(column, term)),
    sql` and `,
  )})`
}

/** Whether a table is small enough to scan for one or two letters inside terms. */
export async function isSmallTable(db: Db, table: 'spots' | 'profiles'): Promise<boolean> {
  const { rows } = await sql<{ small: boolean }>`
    select reltuples < ${SMALL_TABLE}::int as small from pg_class where oid = ${table}::regclass`.execute(db)
  return rows[0]?.small ?? false
}

/** Runs a search whose statements are canceled after 300 ms, by default. HTTP then responds with UNAVAILABLE. */
export function runWithinSearchTime<T>(db: Db, search: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout',
      coalesce(current_setting(${SEARCH_LIMIT}, true), ${String(SEARCH_MS)}), true)`.execute(tx)
    return search(tx)
  })
}

/** The result of a staged search, best first; `whole` is false if time ran out before the last stage. */
export type Found<T> = { items: T[]; whole: boolean }

function isOutOfTime(error: unknown): boolean {
  return (error as { code?: string }).code === '57014'
}

/**
 * Searches in stages until `limit` items are found. Each stage gets the ids found so far and the number still missing.
 * If time runs out, returns the results so far.
 */
export async function searchInStages<T>(
  db: Db,
  {
    stages,
    limit,
    getId,
  }: { stages: readonly RawBuilder<boolean>[]; limit: number; getId: (item: T) => string },
  select: (tx: Db, stage: RawBuilder<boolean>, without: string[], limit: number) => Promise<T[]>,
): Promise<Found<T>> {
  const items: T[] = []
  try {
    await runWithinSearchTime(db, async (tx) => {
      for (const stage of stages) {
        if (items.length >= limit) return
        items.push(...(await select(tx, stage, items.map(getId), limit - items.length)))
      }
    })
    return { items, whole: true }
  } catch (error) {
    if (!isOutOfTime(error)) throw error
    return { items, whole: false }
  }
}
