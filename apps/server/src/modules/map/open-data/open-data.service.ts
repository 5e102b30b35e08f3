import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Box, type EmbeddedSpot, LIMITS, type OpenDataFile, type SpotType } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../../platform/http/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { readList } from '../../lists/index.ts'
import { WORLD } from '../../places/index.ts'
import { selectEmbeddedSpots } from './embedded-spots.queries.ts'
import { findFile, isOutdated, type StoredFile } from './open-data-files.queries.ts'
import { type OpenPosition, selectOpenScores, selectOpenSpots } from './open-spots.queries.ts'
import { buildPath, type OpenDataDeps } from './store-open-data.service.ts'
import { withLicenses, writeGeojson } from './write-geojson.ts'

/** Delay until a file that is being renewed may be complete. */
const RETRY_SECONDS = 120

const OpenCursor = z.tuple([z.number().int().nonnegative(), z.uuid()])

/** A page of the open data, with its ETag and the path of the next page. */
export type OpenPage = { text: string; tag: string; next: string | null }

function buildNext({ west, south, east, north }: Box, last: OpenPosition): string {
  const wrapped = east > 180 ? east - 360 : east
  const cursor = writeCursor([last.qk, last.id])
  return `/api/open/spots.geojson?bbox=${[west, south, wrapped, north].join(',')}&cursor=${cursor}`
}

/**
 * Returns a page of the spots in a box that everyone can see at their exact position.
 * @throws Refusal BAD_CURSOR
 */
export async function readOpenPage(
  { publicUrl, members }: Pick<OpenDataDeps, 'publicUrl' | 'members'>,
  db: Db,
  { box, cursor }: { box: Box; cursor: string | undefined },
): Promise<OpenPage> {
  const [qk, id] = cursor === undefined ? [] : readCursor(OpenCursor, cursor)
  const after = qk === undefined || id === undefined ? null : { qk, id }
  const limit = LIMITS.open_data_page
  const spots = await selectOpenSpots(db, { box, after, limit: limit + 1, isImported: members === null })
  const last = spots.length > limit ? spots[limit - 1] : undefined
  const next = last ? buildNext(box, last) : null
  const licensed = withLicenses(spots.slice(0, limit), members)
  // The current time would make each response's ETag unique.
  const madeAt = new Date(Math.max(0, ...licensed.map(({ spot }) => Date.parse(spot.updated_at))))
  const parts: string[] = []
  const rest = { next: next && new URL(next, publicUrl).href }
  for await (const part of writeGeojson(licensed, { publicUrl, madeAt, members }, rest)) parts.push(part)
  const text = parts.join('')
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { text, tag, next }
}

function buildName({ made_at }: StoredFile): string {
  return `spots-${made_at.slice(0, 7)}.geojson.gz`
}

/** Describes the file with all open data; null until the first one is stored. */
export async function describeFile(db: Db): Promise<OpenDataFile | null> {
  const file = await findFile(db)
  if (!file) return null
  const { bytes, spots, made_at, sources } = file
  return { path: `/api/open/files/${buildName(file)}`, bytes, spots, made_at, sources }
}

/**
 * Opens the file with all open data.
 * @throws Refusal NOT_FOUND for another month, UNAVAILABLE while it still has a spot that was withdrawn some time ago
 */
export async function openFile(
  { db, files }: Pick<OpenDataDeps, 'db' | 'files'>,
  name: string,
): Promise<{ tag: string; bytes: number; read: () => Promise<Readable> }> {
  const file = await findFile(db)
  if (!file || buildName(file) !== name) throw new Refusal('NOT_FOUND')
  if (await isOutdated(db))
    throw new Refusal('UNAVAILABLE', {
      detail: say`The file with all spots is being renewed. Try again in a few minutes.`,
      retryAfter: RETRY_SECONDS,
    })
  const path = buildPath(file.id)
  const facts = await files.stat(path)
  if (!facts) throw new Refusal('NOT_FOUND')
  return { tag: `"${file.id}"`, bytes: facts.size, read: () => files.read(path) }
}

/** The content of a map that is embedded in another site. */
type Embedded = { name: string | null; is_capped: boolean; items: EmbeddedSpot[] }

async function readEmbeddedList(db: Db, key: string, types: readonly SpotType[]): Promise<Embedded> {
  const { name, items } = await readList(db, null, key)
  const cards = items.flatMap(({ spot }) => (spot?.status === 'open' ? [spot] : []))
  const scores = await selectOpenScores(
    db,
    cards.map(({ id }) => id),
  )
  const shown = cards.filter(
    ({ id, spot_types }) =>
      scores.has(id) && (types.length === 0 || spot_types.some((type) => types.includes(type))),
  )
  return {
    name,
    is_capped: shown.length > LIMITS.embed_spots,
    items: shown.slice(0, LIMITS.embed_spots).map(({ id, name, city, spot_type, latitude, longitude }) => ({
      id,
      name,
      city,
      spot_type,
      latitude,
      longitude,
      score: scores.get(id) ?? 0,
    })),
  }
}

/**
 * Returns the spots of a map that is embedded in another site: a list's spots, or those in a box.
 * @throws Refusal LIST_NOT_FOUND
 */
export async function readEmbedded(
  db: Db,
  {
    bbox = WORLD,
    types = [],
    list,
  }: { bbox?: Box | undefined; types?: SpotType[] | undefined; list?: string | undefined },
): Promise<Embedded> {
  if (list) return readEmbeddedList(db, list, types)
  return { name: null, ...(await selectEmbeddedSpots(db, { box: bbox, types })) }
}
