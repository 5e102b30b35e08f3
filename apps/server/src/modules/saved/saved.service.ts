import type { SpotCard } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { postsText, requireShown } from '../posts/index.ts'
import { requireSpot, selectCards, selectCardsText } from '../spots/index.ts'
import { deleteSaved, insertSaved, type SavedKind, type SavedRow, selectSaved } from './saved.queries.ts'

const SAVED_PAGE = 20

// PostgreSQL's foreign_key_violation: the post or spot was deleted in the meantime.
const FOREIGN_KEY_VIOLATION = '23503'

const SavedCursor = z.tuple([z.enum(['posts', 'spots']), z.iso.datetime(), z.uuid()])

async function pageText(
  db: Db,
  viewer: string,
  { kind, cursor }: { kind: SavedKind; cursor: string | undefined },
  buildText: (ids: string[]) => Promise<string>,
): Promise<string> {
  let after: SavedRow | null = null
  if (cursor !== undefined) {
    const [cursorKind, created_at, id] = readCursor(SavedCursor, cursor)
    if (cursorKind !== kind) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  const found = await selectSaved(db, viewer, kind, { after, limit: SAVED_PAGE + 1 })
  const page = found.slice(0, SAVED_PAGE)
  const last = found.length > SAVED_PAGE ? page.at(-1) : undefined
  const next = last ? writeCursor([kind, last.created_at, last.id]) : null
  return `{"items":${await buildText(page.map(({ id }) => id))},"next_cursor":${JSON.stringify(next)}}`
}

/**
 * Returns a page of a person's saved posts as JSON text, most recently saved first.
 * @throws Refusal BAD_CURSOR
 */
export function savedPostsText(db: Db, viewer: string, cursor: string | undefined): Promise<string> {
  return pageText(db, viewer, { kind: 'posts', cursor }, (ids) => postsText(db, viewer, ids))
}

/** Yields the cards for all of a person's saved spots, most recently saved first. Loads one page at a time. */
export async function* readSavedCards(
  db: Db,
  viewer: string,
): AsyncGenerator<{ spot: SpotCard; note: null }> {
  for (let after: SavedRow | null = null; ; ) {
    const found: SavedRow[] = await selectSaved(db, viewer, 'spots', { after, limit: SAVED_PAGE })
    const ids = found.map(({ id }) => id)
    for (const spot of await selectCards(db, viewer, ids)) yield { spot, note: null }
    const last = found.at(-1)
    if (!last || found.length < SAVED_PAGE) return
    after = last
  }
}

/**
 * Returns a page of a person's saved spots as JSON text, most recently saved first.
 * @throws Refusal BAD_CURSOR
 */
export function savedSpotsText(db: Db, viewer: string, cursor: string | undefined): Promise<string> {
  return pageText(db, viewer, { kind: 'spots', cursor }, (ids) => selectCardsText(db, viewer, ids))
}

function isGone(error: unknown): boolean {
  return (error as { code?: string }).code === FOREIGN_KEY_VIOLATION
}

/**
 * Saves a post. Does nothing if it's already saved.
 * @throws Refusal POST_NOT_FOUND
 */
export async function savePost(db: Db, viewer: string, post_id: string): Promise<{ saved: boolean }> {
  await requireShown(db, viewer, post_id)
  await insertSaved(db, viewer, 'posts', post_id).catch((error: unknown) => {
    throw isGone(error) ? new Refusal('POST_NOT_FOUND') : error
  })
  return { saved: true }
}

/**
 * Removes a post from the saved list. Does nothing if it isn't saved.
 * @throws Refusal POST_NOT_FOUND
 */
export async function unsavePost(db: Db, viewer: string, post_id: string): Promise<{ saved: boolean }> {
  await requireShown(db, viewer, post_id)
  await deleteSaved(db, viewer, 'posts', post_id)
  return { saved: false }
}

/**
 * Saves a spot. Does nothing if it's already saved.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function saveSpot(db: Db, viewer: string, spot_id: string): Promise<{ saved: boolean }> {
  await requireSpot(db, viewer, spot_id)
  await insertSaved(db, viewer, 'spots', spot_id).catch((error: unknown) => {
    throw isGone(error) ? new Refusal('SPOT_NOT_FOUND') : error
  })
  return { saved: true }
}

/**
 * Removes a spot from the saved list. Does nothing if it isn't saved.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function unsaveSpot(db: Db, viewer: string, spot_id: string): Promise<{ saved: boolean }> {
  await requireSpot(db, viewer, spot_id)
  await deleteSaved(db, viewer, 'spots', spot_id)
  return { saved: false }
}
