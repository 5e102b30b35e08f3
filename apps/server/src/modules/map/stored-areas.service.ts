import { createHash } from 'node:crypto'
import {
  type AreaSpot,
  type AreaSummary,
  type Box,
  LIMITS,
  type SpotCard,
  tilesOfArea,
} from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, writeCursor } from '../../platform/http/index.ts'
import { readList } from '../lists/index.ts'
import { countPlacesIn, findPlaceAt, findTimeZone } from '../places/index.ts'
import { selectCards } from '../spots/index.ts'
import type { StreetMaps } from '../streets/index.ts'
import {
  type AreaPosition,
  countAreaSpots,
  selectAreaFacts,
  selectAreaSpots,
} from './stored-areas.queries.ts'

/** Spots per page. */
const PAGE = 200
/** Average bytes that a spot, a name, and a 400-pixel square photo take up on a device. */
const BYTES = { spot: 250, name: 90, picture: 26_000 }

const AreaCursor = z.tuple([z.number().int(), z.uuid()])

/** Summarizes a box's contents and download size. */
export async function summariseArea(
  db: Db,
  viewer: string,
  maps: StreetMaps,
  box: Box,
): Promise<AreaSummary> {
  const found = await countAreaSpots(db, viewer, box, LIMITS.area_spots + 1)
  const names = await countPlacesIn(db, box, LIMITS.area_names)
  const { tiles, bytes } = await maps.measureTiles((zooms) => tilesOfArea(box, zooms))
  return {
    name: await nameArea(box),
    spots: Math.min(found.spots, LIMITS.area_spots),
    spots_capped: found.spots > LIMITS.area_spots,
    pictures: found.pictures,
    names,
    tiles,
    bytes: bytes + found.spots * BYTES.spot + names * BYTES.name + found.pictures * BYTES.picture,
  }
}

async function areaSpots(db: Db, viewer: string, ids: readonly string[]): Promise<AreaSpot[]> {
  const facts = new Map((await selectAreaFacts(db, viewer, ids)).map((fact) => [fact.id, fact]))
  return (await selectCards(db, viewer, ids)).map((card) => {
    const { address = null, has_video = false } = facts.get(card.id) ?? {}
    return { ...card, time_zone: findTimeZone(card), address, has_video }
  })
}

function tagged(answer: object): { text: string; tag: string } {
  const text = JSON.stringify(answer)
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

/**
 * Returns a page of a box's spots as JSON text, with an ETag, so that a device can skip pages it already has. Cards
 * contain only data visible to this member.
 * @throws Refusal BAD_CURSOR
 */
export async function listAreaSpots(
  db: Db,
  viewer: string,
  box: Box,
  cursor: string | undefined,
): Promise<{ text: string; tag: string }> {
  const [qk, id] = cursor === undefined ? [] : readCursor(AreaCursor, cursor)
  const after = qk === undefined || id === undefined ? null : { qk, id }
  const found = await selectAreaSpots(db, viewer, box, after, PAGE + 1)
  const page = found.slice(0, PAGE)
  const last = page.at(-1)
  const ids = page.map((spot) => spot.id)
  const items = await areaSpots(db, viewer, ids)
  const next_cursor = found.length > PAGE && last ? writeCursor([last.qk, last.id]) : null
  return tagged({ items, next_cursor })
}

/** Names an area after the town at its center; null if there is none nearby. */
export async function nameArea({ west, south, east, north }: Box): Promise<string | null> {
  const middle = (((west + east) / 2 + 540) % 360) - 180
  const { city, state } = await findPlaceAt((south + north) / 2, middle)
  return city ?? state
}

/** Reads an area's spots for a file, page by page, as a viewer (null: a visitor) sees them. */
export async function* readAreaCards(
  db: Db,
  viewer: string | null,
  box: Box,
): AsyncGenerator<{ spot: SpotCard; note: null }> {
  let after: AreaPosition | null = null
  for (let read = 0; read < LIMITS.area_spots; read += PAGE) {
    const page: AreaPosition[] = await selectAreaSpots(db, viewer, box, after, PAGE)
    const cards = await selectCards(
      db,
      viewer,
      page.map(({ id }) => id),
    )
    yield* cards.map((spot) => ({ spot, note: null }))
    const last = page.at(-1)
    if (page.length < PAGE || !last) return
    after = last
  }
}

/**
 * Returns a list and its spots for offline use, in the same form as {@link listAreaSpots}.
 * @throws Refusal LIST_NOT_FOUND
 */
export async function listListArea(
  db: Db,
  viewer: string,
  list_id: string,
): Promise<{ text: string; tag: string }> {
  const list = await readList(db, viewer, list_id)
  const ids = list.items.flatMap(({ spot }) => (spot ? [spot.id] : []))
  return tagged({ list, items: await areaSpots(db, viewer, ids), next_cursor: null })
}
