import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { withinSearchTime } from '../../db/text-search.ts'
import { selectCardsText } from '../spots/index.ts'
import { asksText, type Filters } from './filters.queries.ts'
import { selectNewest } from './map.queries.ts'
import type { TileView } from './morton.ts'
import { planSearch } from './plan-search.ts'

const PAGE = 24

const Place = z.tuple([z.iso.datetime(), z.uuid(), z.string()])

const tagOf = (view: TileView, { type, q, keywords, place }: Filters): string =>
  createHash('sha256')
    .update(JSON.stringify([view.z, view.x0, view.x1, view.y0, view.y1, type, q, keywords, place]))
    .digest('base64url')
    .slice(0, 12)

const placeIn = (cursor: string, tag: string): { created_at: string; id: string } => {
  const [created_at, id, from] = readCursor(Place, cursor)
  if (from !== tag) throw new Refusal('BAD_CURSOR')
  return { created_at, id }
}

/**
 * A page of the spots in a view, newest first, as JSON text.
 * @throws Refusal BAD_CURSOR for a cursor of another list or none of ours
 */
export const listView = async (
  db: Db,
  view: TileView,
  filters: Filters,
  cursor: string | undefined,
): Promise<string> => {
  const tag = tagOf(view, filters)
  const after = cursor === undefined ? null : placeIn(cursor, tag)
  const newest = async (tx: Db) => {
    const { search, total } = await planSearch(tx, view, filters, PAGE + 1)
    return total === 0 ? [] : selectNewest(tx, search, PAGE + 1, after)
  }
  const found = asksText(filters) ? await withinSearchTime(db, newest) : await newest(db)
  const page = found.slice(0, PAGE)
  const last = page.at(-1)
  const next = found.length > PAGE && last ? writeCursor([last.created_at, last.id, tag]) : null
  const cards = await selectCardsText(
    db,
    page.map(({ id }) => id),
  )
  return `{"items":${cards},"next_cursor":${JSON.stringify(next)}}`
}
