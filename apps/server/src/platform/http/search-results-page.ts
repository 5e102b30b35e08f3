import { createHash } from 'node:crypto'
import { LIMITS } from '@nollie/contract'
import { z } from 'zod'
import { readCursor, writeCursor } from './cursor.ts'
import { Refusal } from './refusal.ts'

const MAX_RESULTS = LIMITS.search_results_max

// A cursor is bound to its query. Each page repeats the search and continues after the last item that was returned or,
// if that was deleted, at its index.
const Cursor = z.tuple([z.string(), z.uuid(), z.number().int().min(0).max(MAX_RESULTS)])

function buildTag(q: string): string {
  return createHash('sha256').update(q).digest('base64url').slice(0, 12)
}

/**
 * Returns the ids on one page of results (best first; up to `LIMITS.search_results_max` in total), and the next page's
 * cursor.
 * @throws Refusal BAD_CURSOR, including for another query's cursor
 */
export function searchResultsPage(
  found: readonly string[],
  { q, cursor, size }: { q: string; cursor: string | undefined; size: number },
): { ids: string[]; next_cursor: string | null } {
  const position = cursor === undefined ? null : readCursor(Cursor, cursor)
  if (position && position[0] !== buildTag(q)) throw new Refusal('BAD_CURSOR')
  const all = found.slice(0, MAX_RESULTS)
  const seen = position ? all.indexOf(position[1]) + 1 || position[2] : 0
  const ids = all.slice(seen, seen + size)
  const last = ids.at(-1)
  const end = seen + ids.length
  return { ids, next_cursor: last && end < all.length ? writeCursor([buildTag(q), last, end]) : null }
}
