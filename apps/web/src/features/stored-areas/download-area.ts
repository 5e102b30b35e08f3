import type { AreaName, AreaSpot, Box, StreetMap } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { buildAddress } from '../../lib/api.ts'
import {
  BYTES,
  STORED_AREAS,
  AREA_PICTURES,
  AREA_STREETS,
  type StoredArea,
  readStoredPages,
  namesKey,
  packed,
  type SpotsPage,
  spotsKey,
  STREET_MAP,
  TAG,
  VERSION,
} from '../../lib/places/stored-areas.ts'
import { type Part, listPictureParts, listTileParts } from './area-parts.ts'
import { fetchPart, forEach, ListGone, Stopped, storePart } from './fetch-part.ts'

const AT_ONCE = 4

/** Formats a box for a request. */
export function boxText({ west, south, east, north }: Box): string {
  return [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(',')
}

type Run = {
  area: StoredArea
  signal: AbortSignal
  /** Whether to also fetch photos, streets, and names, instead of only the spots. */
  whole: boolean
  /** Called with the number of files that are done. */
  onProgress: (done: number, total: number) => void
}

// Caches that were deleted at sign-out must stay deleted. Writes to a deleted cache are lost, so each run opens the
// caches only once.
async function openAll() {
  return {
    areas: await caches.open(STORED_AREAS),
    pictures: await caches.open(AREA_PICTURES),
    streets: await caches.open(AREA_STREETS),
  }
}

type Caches = Awaited<ReturnType<typeof openAll>>

function buildPageAddress({ box, list_key }: StoredArea, cursor: string | null): string {
  return list_key
    ? buildAddress('GET /api/lists/:list_id/area', { list_id: list_key }, {})
    : buildAddress(
        'GET /api/map/areas/spots',
        {},
        { box: boxText(box), ...(cursor === null ? {} : { cursor }) },
      )
}

/** Downloads the spots page by page. The server doesn't resend pages that are already stored. */
async function downloadSpots({ areas }: Caches, { area, signal }: Run): Promise<AreaSpot[]> {
  const before = await readStoredPages(area.id)
  const spots: AreaSpot[] = []
  let cursor: string | null = null
  let number = 0
  do {
    const key = spotsKey(area.id, number)
    const known: SpotsPage | undefined = before[number]?.cursor === cursor ? before[number] : undefined
    const tag = known && (await areas.match(key))?.headers.get(TAG)
    const answer = await fetchPart(
      buildPageAddress(area, cursor),
      signal,
      tag ? { 'if-none-match': tag } : {},
    )
    if (answer.status === 404) throw area.list_key ? new ListGone() : new Stopped('refused')
    const page: SpotsPage = known && answer.status === 304 ? known : { ...(await answer.json()), cursor }
    if (page !== known)
      await storePart(
        areas,
        key,
        await packed(JSON.stringify(page), { [TAG]: answer.headers.get('etag') ?? '' }),
      )
    spots.push(...page.items)
    cursor = page.next_cursor
    number += 1
  } while (cursor !== null && spots.length < LIMITS.area_spots)
  for (let old = number; old < before.length; old++) await areas.delete(spotsKey(area.id, old))
  return spots
}

async function downloadNames({ areas }: Caches, { area, signal }: Run): Promise<void> {
  const address = buildAddress('GET /api/map/areas/names', {}, { box: boxText(area.box) })
  const answer = await fetchPart(address, signal)
  const { items } = (await answer.json()) as { items: AreaName[] }
  await storePart(areas, namesKey(area.id), await packed(JSON.stringify(items)))
}

async function downloadStreetMap({ signal }: Run): Promise<StreetMap> {
  return (await fetchPart('/api/map/streets', signal)).json() as Promise<StreetMap>
}

async function missingPictures({ pictures }: Caches, parts: readonly Part[]): Promise<Part[]> {
  const there = new Set((await pictures.keys()).map(({ url }) => new URL(url).pathname))
  return parts.filter(({ key }) => !there.has(key))
}

async function missingTiles({ streets }: Caches, parts: readonly Part[], version: string): Promise<Part[]> {
  const missing: Part[] = []
  for (const part of parts)
    if ((await streets.match(part.key))?.headers.get(VERSION) !== version) missing.push(part)
  return missing
}

async function downloadPicture({ pictures }: Caches, { signal }: Run, { key, from }: Part): Promise<void> {
  const answer = await fetchPart(from, signal)
  // The photo was deleted after the list was read.
  if (answer.status === 404) return
  const blob = await answer.blob()
  const headers = { 'content-type': 'image/webp', [BYTES]: String(blob.size) }
  await storePart(pictures, key, new Response(blob, { headers }))
}

async function downloadTile(
  { streets }: Caches,
  { signal }: Run,
  { key, from }: Part,
  version: string,
): Promise<void> {
  const answer = await fetchPart(from, signal)
  const headers = { [VERSION]: version }
  const tile =
    answer.status === 200
      ? await packed(await answer.blob(), headers)
      : new Response(null, { status: 204, headers })
  await storePart(streets, key, tile)
}

async function sizeIn(cache: Cache, keys: readonly string[]): Promise<number> {
  let bytes = 0
  for (const key of keys) bytes += Number((await cache.match(key))?.headers.get(BYTES) ?? 0)
  return bytes
}

/**
 * Updates an area and returns its new contents. Doesn't refetch files that are already stored, so an interrupted run
 * resumes where it stopped.
 * @throws Stopped with the reason it couldn't continue
 */
export async function downloadArea(run: Run): Promise<Pick<StoredArea, 'name' | 'spots' | 'bytes'>> {
  const { area, whole, onProgress } = run
  const stored = await openAll()
  const spots = await downloadSpots(stored, run)
  const about = await downloadStreetMap(run)
  const [photos, tiles] = [listPictureParts(spots), listTileParts(area, about)]
  if (whole) {
    const missing = [
      ...(await missingTiles(stored, tiles, about.version)).map((part) => ({ part, tile: true })),
      ...(await missingPictures(stored, photos)).map((part) => ({ part, tile: false })),
    ]
    const needsNames = missing.length > 0 || !(await stored.areas.match(namesKey(area.id)))
    if (needsNames && !area.list_key) await downloadNames(stored, run)
    let done = 0
    await forEach(missing, AT_ONCE, async ({ part, tile }) => {
      await (tile ? downloadTile(stored, run, part, about.version) : downloadPicture(stored, run, part))
      done += 1
      onProgress(done, missing.length)
    })
    await storePart(stored.areas, STREET_MAP, await packed(JSON.stringify(about)))
  }
  const pagesNow = await readStoredPages(area.id)
  const pages = pagesNow.map((_, page) => spotsKey(area.id, page))
  const getKey = ({ key }: Part) => key
  const bytes =
    (await sizeIn(stored.areas, [...pages, namesKey(area.id)])) +
    (await sizeIn(stored.pictures, photos.map(getKey))) +
    (await sizeIn(stored.streets, tiles.map(getKey)))
  return { name: pagesNow[0]?.list?.name ?? area.name, spots: spots.length, bytes }
}
