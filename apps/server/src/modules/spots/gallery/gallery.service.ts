import type { GalleryItem, Media } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../../platform/http/index.ts'
import { spotExists } from '../spots.queries.ts'
import { requireCard } from '../spots.service.ts'
import { type GalleryCursor, selectGallery, selectVisitorMedia } from './gallery.queries.ts'

/** Divisible by three, so that a page ends with a full gallery row. */
const GALLERY_PAGE = 30

const Cursor = z.tuple([z.iso.datetime(), z.uuid(), z.number().int().min(0).max(32_767)])

function decodeCursor(cursor: string): GalleryCursor {
  const [created_at, post_id, media_index] = readCursor(Cursor, cursor)
  return { created_at, post_id, media_index }
}

/**
 * Returns a page of a spot's photos and videos that the viewer can see.
 * @throws Refusal SPOT_NOT_FOUND, BAD_CURSOR
 */
export async function galleryPage(
  db: Db,
  viewer_id: string,
  spot_id: string,
  cursor: string | undefined,
): Promise<{ items: GalleryItem[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  if (!(await spotExists(db, viewer_id, spot_id))) throw new Refusal('SPOT_NOT_FOUND')
  const found = await selectGallery(db, spot_id, { viewer_id, after, limit: GALLERY_PAGE + 1 })
  const items = found.slice(0, GALLERY_PAGE)
  const last = found.length > GALLERY_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([last.created_at, last.post_id, last.media_index]) : null }
}

/**
 * Returns the items of a spot that visitors can see. Empty if the spot isn't public.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function listVisitorMedia(
  db: Db,
  viewer: string | null,
  spot_id: string,
): Promise<{ items: Media[] }> {
  await requireCard(db, viewer, spot_id)
  return { items: await selectVisitorMedia(db, viewer, spot_id) }
}
