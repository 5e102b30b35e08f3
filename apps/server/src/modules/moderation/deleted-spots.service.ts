import type { DeletedSpot } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, writeCursor } from '../../platform/http/index.ts'
import { type CaseCursor } from './cases.queries.ts'
import { selectDeletedSpots } from './deleted-spots.queries.ts'
import { CASES_PAGE } from './cases.service.ts'

const SpotCursor = z.tuple([z.literal('deleted'), z.iso.datetime(), z.uuid()])

/** Returns a page of deleted spots that can still be restored. @throws Refusal BAD_CURSOR */
export async function deletedSpotsPage(
  db: Db,
  viewer: string,
  cursor: string | undefined,
): Promise<{ items: DeletedSpot[]; next_cursor: string | null }> {
  let before: CaseCursor | null = null
  if (cursor !== undefined) {
    const [, created_at, id] = readCursor(SpotCursor, cursor)
    before = { created_at, id }
  }
  const found = await selectDeletedSpots(db, viewer, { before, limit: CASES_PAGE + 1 })
  const items = found.slice(0, CASES_PAGE)
  const last = found.length > CASES_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor(['deleted', last.deleted_at, last.id]) : null }
}
