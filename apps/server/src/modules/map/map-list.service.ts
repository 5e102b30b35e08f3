import { createHash } from 'node:crypto'
import type { Box } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { runWithinSearchTime } from '../../db/text-search.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { selectCardsText } from '../spots/index.ts'
import { findCounted, type Filters } from './facets.ts'
import { countSearched, selectNearest, selectNewest } from './map-search.queries.ts'
import type { TileView } from './morton-ranges.ts'
import { COUNT_CAP, type Plan, planSearch } from './plan-search.ts'

const PAGE = 24

const NewestCursor = z.tuple([z.iso.datetime(), z.uuid(), z.string()])
const NearestCursor = z.tuple([z.number(), z.uuid(), z.string()])

type How = {
  box?: Box | undefined
  near?: { latitude: number; longitude: number } | undefined
  cursor?: string | undefined
}
type Page = { ids: string[]; next: string | null }
type Count = { count: number | null; count_capped: boolean }

function buildTag({ z, x0, x1, y0, y1 }: TileView, filters: Filters, { box, near }: How): string {
  return createHash('sha256')
    .update(JSON.stringify([z, x0, x1, y0, y1, filters, box, near]))
    .digest('base64url')
    .slice(0, 12)
}

function decodeCursor<T extends [unknown, string, string]>(
  shape: z.ZodType<T>,
  cursor: string,
  tag: string,
): { by: T[0]; id: string } {
  const [by, id, from] = readCursor(shape, cursor)
  if (from !== tag) throw new Refusal('BAD_CURSOR')
  return { by, id }
}

function buildPage<T extends { id: string }>(found: T[], tag: string, by: (row: T) => unknown): Page {
  const page = found.slice(0, PAGE)
  const last = page.at(-1)
  return {
    ids: page.map(({ id }) => id),
    next: found.length > PAGE && last ? writeCursor([by(last), last.id, tag]) : null,
  }
}

async function readPage(db: Db, plan: Plan, tag: string, { box, near, cursor }: How): Promise<Page> {
  if (near && plan.whole) {
    const from = cursor === undefined ? null : decodeCursor(NearestCursor, cursor, tag)
    const after = from && { metres: from.by, id: from.id }
    const found = await selectNearest(db, { ...plan.whole, box }, near, PAGE + 1, after)
    return buildPage(found, tag, ({ metres }) => metres)
  }
  const from = cursor === undefined ? null : decodeCursor(NewestCursor, cursor, tag)
  const after = from && { created_at: from.by, id: from.id }
  const found = await selectNewest(db, { ...plan.search, box }, PAGE + 1, after)
  return buildPage(found, tag, ({ created_at }) => created_at)
}

/**
 * Counts a list's spots, up to a thousand. If the view has too many spots, returns null if no stored count matches, and
 * "more" otherwise.
 */
async function countSpots(db: Db, plan: Plan, filters: Filters, box: Box | undefined): Promise<Count> {
  if (!plan.whole) return { count: findCounted(filters) === null ? null : COUNT_CAP, count_capped: true }
  const count = await countSearched(db, { ...plan.whole, box }, COUNT_CAP + 1)
  return { count: Math.min(count, COUNT_CAP), count_capped: count > COUNT_CAP }
}

/**
 * Returns a page of a view's spots as JSON text, with the newest or nearest first. Falls back to newest first if the
 * view has too many spots to sort by distance.
 * @throws Refusal BAD_CURSOR for a forged cursor or one from another list
 */
export async function listView(
  db: Db,
  viewer: string | null,
  view: TileView,
  filters: Filters,
  how: How,
): Promise<string> {
  const tag = buildTag(view, filters, how)
  const read = async (tx: Db): Promise<{ page: Page; counted: Count }> => {
    const plan = await planSearch(tx, view, filters, PAGE + 1)
    if (plan.total === 0) return { page: { ids: [], next: null }, counted: { count: 0, count_capped: false } }
    const page = await readPage(tx, plan, tag, how)
    const counted =
      how.cursor === undefined
        ? await countSpots(tx, plan, filters, how.box)
        : { count: null, count_capped: false }
    return { page, counted }
  }
  const { page, counted } =
    findCounted(filters) === null ? await runWithinSearchTime(db, read) : await read(db)
  const cards = await selectCardsText(db, viewer, page.ids)
  const rest = JSON.stringify({ next_cursor: page.next, ...counted }).slice(1)
  return `{"items":${cards},${rest}`
}
