import { OWN_KINDS, type OwnKind, type OwnContent } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { type ContentCursor, selectOwnContent } from './own-content.queries.ts'

const PAGE = 24

// Includes the kind, because a cursor is valid only for its own kind.
const OwnCursor = z.tuple([z.enum(OWN_KINDS), z.iso.datetime(), z.uuid()])

/** Returns a page of a person's own content of one kind, newest first. @throws Refusal BAD_CURSOR */
export async function ownContentPage(
  db: Db,
  user_id: string,
  { kind, cursor }: { kind: OwnKind; cursor?: string | undefined },
): Promise<{ items: OwnContent[]; next_cursor: string | null }> {
  let after: ContentCursor | null = null
  if (cursor !== undefined) {
    const [cursorKind, created_at, id] = readCursor(OwnCursor, cursor)
    if (cursorKind !== kind) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  const found = await selectOwnContent(db, user_id, { kind, after, limit: PAGE + 1 })
  const items = found.slice(0, PAGE)
  const last = found.length > PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([kind, last.created_at, last.id]) : null }
}
