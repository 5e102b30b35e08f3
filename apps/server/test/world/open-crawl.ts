import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { AUDIENCES, type Box, isWithin, type Precision, PRECISIONS, SPOT_TYPES } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { renewOpenData } from '../../src/modules/map/open-data/store-open-data.service.ts'
import type { Random } from '../../../../packages/lab/proofs/lib/report.ts'
import { aCrew } from '../makers/crews.ts'
import { aList } from '../makers/posts.ts'
import { aMember } from '../makers/spots.ts'
import { ORIGIN, type TestApp } from './app.ts'

/** All random spots are in this box, which is small enough for an area. */
const BOX: Box = { west: 2, south: 41, east: 2.4, north: 41.4 }
const SIDE = 0.4
/** Real positions end in an even seventh digit, and shown ones in an odd one, so that they never match by chance. */
const STEP = 2e-7
const LIST_SPOTS = 400

/** A random spot: its real position, and whether everyone can see it there. */
export type CrawledSpot = { id: string; latitude: number; longitude: number; isOpen: boolean }

/** The hidden spots whose real position appeared in an output, and the number of open spots missing from it. */
export type CrawlResult = { output: string; leaks: string[]; missing: number }

function pick<T>(random: Random, of: readonly T[]): T {
  return of[random(of.length)] as T
}

function buildRow(random: Random, { creator, crew }: { creator: string; crew: string }) {
  const real = {
    latitude: Number((BOX.south + random(SIDE / STEP) * STEP).toFixed(7)),
    longitude: Number((BOX.west + random(SIDE / STEP) * STEP).toFixed(7)),
  }
  // A third is open, so that the crawl proves something.
  const isPublic = random(3) === 0
  const audience = isPublic ? ('everybody' as const) : pick(random, AUDIENCES)
  const precision: Precision = isPublic ? 'exact' : pick(random, PRECISIONS)
  const within = (['members', 'mutuals', 'crew', 'only_me'] as const).filter((one) => isWithin(one, audience))
  const exact_for = pick(random, within)
  const isGone = random(20) === 0
  const isImported = random(2) === 0
  const id = uuid()
  const shift = (value: number) => (precision === 'exact' ? value : value + 0.0030001 + random(1000) / 1e6)
  return {
    real,
    row: {
      id,
      name: `Spot ${id}`,
      latitude: shift(real.latitude),
      longitude: shift(real.longitude),
      spot_types: [pick(random, SPOT_TYPES)],
      audience,
      precision,
      exact_for,
      crew_id: audience === 'crew' || exact_for === 'crew' ? crew : null,
      created_by: creator,
      deleted_at: isGone ? new Date() : null,
      source: isImported ? 'OpenStreetMap' : null,
      source_id: isImported ? id : null,
      source_licence: isImported ? 'ODbL 1.0' : null,
    },
  }
}

/** Inserts random spots of every audience and precision, and public lists of them. */
export async function plantSpots(
  { db }: TestApp,
  random: Random,
  count: number,
): Promise<{ spots: CrawledSpot[]; lists: string[] }> {
  const creator = await aMember(db, 'creator')
  const crew = await aCrew(db, creator)
  const made = Array.from({ length: count }, () => buildRow(random, { creator, crew }))
  for (let from = 0; from < count; from += 500) {
    const part = made.slice(from, from + 500)
    await db
      .insertInto('spots')
      .values(part.map(({ row }) => row))
      .execute()
    const hidden = part.filter(({ row }) => row.precision !== 'exact')
    await db
      .insertInto('spot_positions')
      .values(
        hidden.map(({ row: { id, latitude, longitude }, real }) => ({
          spot_id: id,
          ...real,
          near_latitude: latitude,
          near_longitude: longitude,
          far_latitude: latitude,
          far_longitude: longitude,
        })),
      )
      .execute()
  }
  const spots = made.map(({ row, real }) => ({
    id: row.id,
    ...real,
    isOpen: row.audience === 'everybody' && row.precision === 'exact' && !row.deleted_at,
  }))
  const lists: string[] = []
  for (let from = 0; from < count; from += LIST_SPOTS) {
    const ids = spots.slice(from, from + LIST_SPOTS).map(({ id }) => id)
    lists.push(await aList(db, creator, ids, 'public'))
  }
  return { spots, lists }
}

async function* readPages(it: TestApp): AsyncGenerator<string> {
  let path: string | null = `/api/open/spots.geojson?bbox=${Object.values(BOX).join(',')}`
  while (path) {
    const text: string = (await it.app.inject(path)).body
    yield text
    const { next } = JSON.parse(text) as { next: string | null }
    path = next && next.replace(ORIGIN, '')
  }
}

/** The parts of the box, each with fewer spots than an area or an embedded map can have. */
function listParts(count: number, max: number): string[] {
  const side = Math.ceil(Math.sqrt((2 * count) / max))
  const step = SIDE / side
  return Array.from({ length: side * side }, (_, n) => {
    const [west, south] = [BOX.west + (n % side) * step, BOX.south + Math.floor(n / side) * step]
    return [west, south, west + step, south + step].map((value) => value.toFixed(6)).join(',')
  })
}

async function readAll(it: TestApp, paths: readonly string[]): Promise<string> {
  const bodies: string[] = []
  for (const path of paths) {
    const { statusCode, body } = await it.app.inject(path)
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
    bodies.push(body)
  }
  return bodies.join('\n')
}

async function readFile(it: TestApp): Promise<string> {
  const files = it.storage.area('open')
  await it.db.deleteFrom('open_data_files').execute()
  await renewOpenData({ db: it.db, files, publicUrl: new URL(ORIGIN), members: 'ODbL-1.0' })
  for await (const key of files.keys())
    return gunzipSync(await buffer(await files.read(`${key}/spots.geojson.gz`))).toString()
  throw new Error('no file was stored')
}

/** Reads all public outputs as a visitor. Returns each output's text by its name. */
async function readOutputs(
  it: TestApp,
  count: number,
  lists: readonly string[],
): Promise<Record<string, string>> {
  const areas = listParts(count, 1_000)
  const exported = async (format: string) => ({
    [`areas as ${format}`]: await readAll(
      it,
      areas.map((box) => `/api/map/areas/export/${format}?box=${box}`),
    ),
    [`lists as ${format}`]: await readAll(
      it,
      lists.map((id) => `/api/lists/${id}/export/${format}`),
    ),
  })
  const pages: string[] = []
  for await (const page of readPages(it)) pages.push(page)
  return {
    pages: pages.join('\n'),
    'monthly file': await readFile(it),
    'embedded maps': await readAll(
      it,
      listParts(count, 250).map((box) => `/api/open/embed?bbox=${box}`),
    ),
    'embedded lists': await readAll(
      it,
      lists.map((id) => `/api/open/embed?list=${id}`),
    ),
    ...(await exported('gpx')),
    ...(await exported('kml')),
    ...(await exported('geojson')),
  }
}

function toKey(degrees: number): string {
  return degrees.toFixed(7)
}

/** Searches all outputs for the real latitudes of hidden spots, which are random and so almost unique. */
export async function crawlOpenData(
  it: TestApp,
  { spots, lists }: { spots: readonly CrawledSpot[]; lists: readonly string[] },
): Promise<CrawlResult[]> {
  const [hidden, open] = [new Map<string, string>(), new Set<string>()]
  for (const { id, latitude, isOpen } of spots) {
    if (isOpen) open.add(toKey(latitude))
    else hidden.set(toKey(latitude), id)
  }
  // If a hidden and an open spot share a latitude, an output may contain it because of the open one.
  for (const key of open) hidden.delete(key)
  const outputs = await readOutputs(it, spots.length, lists)
  return Object.entries(outputs).map(([output, text]) => {
    const found = new Set([...text.matchAll(/-?\d{1,3}\.\d{4,}/g)].map(([number]) => toKey(Number(number))))
    return {
      output,
      leaks: [...found].flatMap((key) => hidden.get(key) ?? []),
      missing: [...open].filter((key) => !found.has(key)).length,
    }
  })
}

/** Stores every spot as if it were for everyone, at its real position. The crawl still knows which ones aren't. */
export async function plantLeak({ db }: TestApp): Promise<void> {
  await sql`
    update spots s set audience = 'everybody', precision = 'exact', exact_for = 'only_me', crew_id = null,
      latitude = coalesce(real.latitude, s.latitude), longitude = coalesce(real.longitude, s.longitude)
    from spots own left join spot_positions real on real.spot_id = own.id
    where own.id = s.id and s.deleted_at is null`.execute(db)
}
