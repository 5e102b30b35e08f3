import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { jsonPage, type JsonText, readCursor, writeCursor } from '../../platform/http/index.ts'
import { DISCOVER_TOP, selectDiscover } from './discover.queries.ts'

const Cursor = z.tuple([
  z.literal('discover'),
  z.iso.datetime(),
  z.uuid(),
  z.number().int().min(0).max(32767),
])

/**
 * Returns a page of Discover.
 * @throws Refusal BAD_CURSOR
 */
export async function discoverPage(db: Db, viewer: string, cursor: string | undefined): Promise<JsonText> {
  let after = DISCOVER_TOP
  if (cursor !== undefined) {
    const [, created_at, post_id, media_index] = readCursor(Cursor, cursor)
    after = { created_at, post_id, media_index }
  }
  const rows = await selectDiscover(db, viewer, after)
  const last = rows.at(-1)
  return jsonPage(
    rows.map(({ item }) => item),
    last?.more ? writeCursor(['discover', last.created_at, last.post_id, last.media_index]) : null,
  )
}
