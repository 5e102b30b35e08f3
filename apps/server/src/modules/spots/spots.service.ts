import type { GalleryItem, NewSpot, Spot, SpotCard } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { attachMedia } from '../media/index.ts'
import { reversePlace } from '../places/index.ts'
import { createPost } from '../posts/index.ts'
import { selectCards } from './spot-cards.queries.ts'
import { metresBetween } from './distance.ts'
import {
  type GalleryCursor,
  insertImportedSpots,
  insertSpot,
  type Point,
  selectAround,
  selectGallery,
  selectSpot,
  spotExists,
} from './spots.queries.ts'

/** Divisible by three, so that a page ends with a full row of the gallery. */
const GALLERY_PAGE = 30
/** How many nearest spots are offered as possible duplicates. */
const MAX_NEARBY = 10
/** Positions that differ by more degrees of latitude are more than `nearby_metres` apart. */
const NEARBY_DEGREES = LIMITS.nearby_metres / 100_000
/** The form shows a field's error at the field. */
const NO_PHOTO = 'Please upload at least one photo of the spot'

/** The origin of an imported record: its source, id and licence. */
export type SourceRecord = { name: string; id: string; licence: string; url: string | null }

const sourceColumns = (source: SourceRecord | undefined) =>
  source && {
    source: source.name,
    source_id: source.id,
    source_licence: source.licence,
    source_url: source.url,
  }

type Address = Pick<NewSpot, 'city' | 'state' | 'country' | 'postal_code' | 'latitude' | 'longitude'>

/** Adds the address from the gazetteer where the person entered none. */
export const withAddress = async <T extends Address>(spot: T): Promise<T> => {
  if (spot.city && spot.state && spot.country) return spot
  const found = await reversePlace(spot.latitude, spot.longitude)
  return {
    ...spot,
    city: spot.city ?? found.city,
    state: spot.state ?? found.state,
    country: spot.country ?? found.country,
    postal_code: spot.postal_code ?? found.postal_code,
  }
}

/**
 * Creates a spot with its first post and that post's media, in the caller's transaction, and returns its id. The first
 * photo becomes the cover.
 * @throws Refusal BAD_REQUEST without a photo, and what `attachMedia` throws
 */
export const createSpot = async (
  tx: Tx,
  user_id: string,
  { media_ids, ...spot }: NewSpot,
  { source, created_at }: { source?: SourceRecord; created_at?: string } = {},
): Promise<string> => {
  const id = uuid()
  const media = await attachMedia(tx, user_id, media_ids)
  const cover = media.find(({ type, status }) => type === 'image' && status === 'ready')
  if (!cover) throw new Refusal('BAD_REQUEST', { detail: NO_PHOTO, fields: { media_ids: NO_PHOTO } })
  const when = created_at ? { created_at } : {}
  await insertSpot(tx, {
    id,
    ...spot,
    ...sourceColumns(source),
    ...when,
    cover_media_id: cover.id,
    created_by: user_id,
  })
  await createPost(tx, {
    user_id,
    spot_id: id,
    kind: 'spot',
    title: spot.name,
    content: spot.description,
    media_ids,
    ...when,
  })
  return id
}

/** A spot as a source's record describes it. */
export type SourceSpot = { spot: Omit<NewSpot, 'media_ids'>; source: SourceRecord }

/**
 * Creates spots from sources' records, without creator and posts. Returns the id of each, or null for a record that is
 * here already or was deleted.
 */
export const importSpots = async (tx: Tx, records: readonly SourceSpot[]): Promise<(string | null)[]> => {
  const rows = records.map(({ spot, source }) => ({
    id: uuid(),
    ...spot,
    ...sourceColumns(source),
    cover_media_id: null,
    created_by: null,
  }))
  const made = await insertImportedSpots(tx, rows)
  return rows.map(({ id }) => (made.has(id) ? id : null))
}

/**
 * Creates a spot that a person shared in another product, before its posts are imported, so without a cover. Returns its
 * id.
 */
export const importSharedSpot = async (
  tx: Tx,
  created_by: string | null,
  spot: Omit<NewSpot, 'media_ids'> & { created_at?: string },
): Promise<string> => {
  const id = uuid()
  await insertSpot(tx, { id, ...spot, cover_media_id: null, created_by })
  return id
}

/**
 * Shares a spot, all or nothing, once per key.
 * @throws Refusal as {@link createSpot}; IN_PROGRESS, KEY_REUSED
 */
export const shareSpot = async (db: Db, user_id: string, key: string, body: NewSpot): Promise<Spot> => {
  // Reads the gazetteer before the transaction, because its first reading takes long and must not hold up a lock.
  const spot = await withAddress(body)
  return idempotent(db, { user_id, key, body }, async (tx) => {
    const id = await createSpot(tx, user_id, spot)
    return requireSpot(tx, user_id, id)
  })
}

/** @throws Refusal SPOT_NOT_FOUND, also for a deleted one */
export const requireSpot = async (db: Db, viewer: string, id: string): Promise<Spot> => {
  const spot = await selectSpot(db, viewer, id)
  if (!spot) throw new Refusal('SPOT_NOT_FOUND')
  return spot
}

/** @throws Refusal SPOT_NOT_FOUND, also for a deleted one */
export const requireCard = async (db: Db, viewer: string | null, id: string): Promise<SpotCard> => {
  const [card] = await selectCards(db, viewer, [id])
  if (!card) throw new Refusal('SPOT_NOT_FOUND')
  return card
}

const Cursor = z.tuple([z.iso.datetime(), z.uuid(), z.number().int().min(0).max(32_767)])

const decodeCursor = (cursor: string): GalleryCursor => {
  const [created_at, post_id, media_index] = readCursor(Cursor, cursor)
  return { created_at, post_id, media_index }
}

/**
 * A page of a spot's photos and videos that the viewer may see.
 * @throws Refusal SPOT_NOT_FOUND, BAD_CURSOR
 */
export const galleryPage = async (
  db: Db,
  viewer_id: string,
  spot_id: string,
  cursor: string | undefined,
): Promise<{ items: GalleryItem[]; next_cursor: string | null }> => {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  if (!(await spotExists(db, spot_id))) throw new Refusal('SPOT_NOT_FOUND')
  const found = await selectGallery(db, spot_id, { viewer_id, after, limit: GALLERY_PAGE + 1 })
  const items = found.slice(0, GALLERY_PAGE)
  const last = found.length > GALLERY_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([last.created_at, last.post_id, last.media_index]) : null }
}

const isNear = ({ metres }: { metres: number }): boolean => metres <= LIMITS.nearby_metres

/** Spots that are probably the same as one at this point, nearest first, with the distance in metres. */
export const nearbySpots = async (
  db: Db,
  viewer: string | null,
  point: Point,
): Promise<{ spot: SpotCard; metres: number }[]> => {
  const near = (await selectAround(db, [point], LIMITS.nearby_metres))
    .map((spot) => ({ id: spot.id, metres: metresBetween(point, spot) }))
    .filter(isNear)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, MAX_NEARBY)
  const ids = near.map(({ id }) => id)
  const cards = new Map((await selectCards(db, viewer, ids)).map((card) => [card.id, card]))
  return near.flatMap(({ id, metres }) => {
    const spot = cards.get(id)
    return spot ? [{ spot, metres: Math.round(metres * 10) / 10 }] : []
  })
}

/** A spot that is probably the same as another, and the distance in metres. */
export type Near = { name: string; metres: number }

/** For each of these points the nearest spot that is probably the same; null where there is none. */
export const nearestSpots = async (db: Db, points: readonly Point[]): Promise<(Near | null)[]> => {
  const nearest: (Near | null)[] = points.map(() => null)
  for (const { slot, name, ...spot } of await selectAround(db, points, LIMITS.nearby_metres))
    nearest[slot] = nearer(nearest[slot] ?? null, points[slot] ?? spot, { ...spot, name })
  return nearest
}

/** The nearer of `known` and another spot, if that one is probably the same as a spot at the point. */
export const nearer = (known: Near | null, point: Point, spot: Point & { name: string }): Near | null => {
  // Most spots are far away, and computing the distance is expensive.
  if (Math.abs(point.latitude - spot.latitude) > NEARBY_DEGREES) return known
  const other = { name: spot.name, metres: metresBetween(point, spot) }
  return isNear(other) && (known === null || other.metres < known.metres) ? other : known
}
