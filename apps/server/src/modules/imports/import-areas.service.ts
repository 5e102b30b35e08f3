import { createHash } from 'node:crypto'
import type { Api, ImportArea, Viewer } from '@nollie/contract'
import { parseImportArea, SECONDS_PER_TILE, writeBoxArea } from '@nollie/contract/imports/area-text'
import { z } from 'zod'
import type { Db, Tx } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { AuditHook } from '../audit/index.ts'
import { getCountryName, findTownAt, toBoxAround, townPositions } from '../places/index.ts'
import type { TileBox } from './ask-overpass.ts'
import { IMPORT_AREA } from './import-area-job.ts'
import {
  beginUndo,
  cancelArea,
  findArea,
  findUnfinished,
  insertArea,
  lockArea,
  type LockedArea,
  resumeArea,
  selectAreas,
} from './import-areas.queries.ts'
import { MAX_TILES, planBox, planCountry } from './plan-tiles.ts'
import { insertRun, setOutcome } from './runs.queries.ts'

/** Dependencies for the admins' operations. */
export type AdminDeps = { db: Db; jobs: Pick<Jobs, 'send'>; audit: Pick<AuditHook, 'records'>; server: URL }

type Plan = { area: string; label: string | null; tiles: TileBox[] }

/** Returns half the side of a town's box in meters. Large towns have parks in their suburbs. */
function getTownReach(population: number): number {
  return Math.min(40_000, 8_000 + Math.sqrt(population) * 17)
}

async function planTown({ latitude, longitude }: { latitude: number; longitude: number }): Promise<Plan> {
  const town = await findTownAt(latitude, longitude)
  if (!town) throw new Refusal('AREA_UNKNOWN')
  const box = toBoxAround(town, getTownReach(town.population))
  // The town's own position, so that any position in the town gives the same text.
  const area = `town:${town.latitude},${town.longitude}`
  return { area, label: town.city, tiles: planBox(box, [town]) }
}

/**
 * Plans an area's tiles, without sending anything.
 * @throws Refusal AREA_UNKNOWN, AREA_TOO_LARGE
 */
export async function planArea(text: string): Promise<Plan> {
  const place = parseImportArea(text)
  if (!place) throw new Refusal('AREA_UNKNOWN')
  if (place.kind === 'town') return planTown(place)
  const plan: Plan =
    place.kind === 'country'
      ? { area: text, label: getCountryName(place.code), tiles: planCountry(await townPositions(place.code)) }
      : {
          area: writeBoxArea(place.box),
          label: null,
          tiles: planBox(place.box, await townPositions()),
        }
  if (plan.tiles.length === 0) throw new Refusal('AREA_UNKNOWN')
  if (plan.tiles.length > MAX_TILES) throw new Refusal('AREA_TOO_LARGE')
  return plan
}

/** Returns a preview of an import of an area. @throws Refusal AREA_UNKNOWN, AREA_TOO_LARGE */
export async function previewArea(
  { db, server }: Pick<AdminDeps, 'db' | 'server'>,
  text: string,
): Promise<Api['GET /api/imports/areas/plan']['answer']> {
  const { area, label, tiles } = await planArea(text)
  return {
    area,
    label,
    server: server.host,
    tiles: tiles.length,
    seconds: tiles.length * SECONDS_PER_TILE,
    unfinished_id: (await findUnfinished(db, area))?.id ?? null,
  }
}

async function insertPlanned(
  tx: Tx,
  { area, label, tiles }: Plan,
  { server, started_by }: { server: URL; started_by: string | null },
): Promise<{ id: string; isWaiting: boolean }> {
  const before = await findUnfinished(tx, area)
  if (before?.is_idle) {
    await resumeArea(tx, before.id)
    await setOutcome(tx, before.run_id, null)
  }
  if (before) return { id: before.id, isWaiting: before.is_idle }
  const run = await insertRun(tx, {
    dataset: 'openstreetmap areas',
    file: area,
    file_hash: createHash('sha256').update(area).digest('hex'),
  })
  const about = { run_id: run.id, area, label, server: server.host, started_by }
  const id = await insertArea(tx, about, tiles)
  // Another request started the same import at the same time; its transaction has committed.
  if (!id) throw new Refusal('CONFLICT')
  return { id, isWaiting: true }
}

/**
 * Stores an import of an area, or finds the unfinished one. `enqueue` runs in the transaction if no process works on it.
 * @throws Refusal AREA_UNKNOWN, AREA_TOO_LARGE, CONFLICT
 */
export async function startArea(
  db: Db,
  text: string,
  by: { server: URL; started_by: string | null },
  enqueue: (tx: Tx, id: string, plan: Plan) => Promise<void> = async () => {},
): Promise<string> {
  const plan = await planArea(text)
  return db.transaction().execute(async (tx) => {
    const { id, isWaiting } = await insertPlanned(tx, plan, by)
    if (isWaiting) await enqueue(tx, id, plan)
    return id
  })
}

/** Returns an import. @throws Refusal NOT_FOUND */
export async function getArea(db: Db, id: string): Promise<ImportArea> {
  const area = await findArea(db, id)
  if (!area) throw new Refusal('NOT_FOUND')
  return area
}

/** Starts an import as an admin. @throws as {@link startArea} */
export async function startAreaAs(
  { db, jobs, audit, server }: AdminDeps,
  { user_id }: Viewer,
  text: string,
): Promise<ImportArea> {
  const start = () =>
    startArea(db, text, { server, started_by: user_id }, async (tx, area_id, { area, label }) => {
      await jobs.send(tx, IMPORT_AREA, { area_id })
      await audit.records(tx, {
        admin_id: user_id,
        act: 'imported_area',
        user_id: null,
        reason: label ?? area,
      })
    })
  // Of two requests at the same time, one inserts and the other finds the row on its second try.
  const id = await start().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'CONFLICT') return start()
    throw error
  })
  return getArea(db, id)
}

type Change = {
  act: 'cancelled_import' | 'retried_import' | 'undid_import'
  /** Returns whether the change applies, or refuses it. */
  decide: (area: LockedArea) => boolean
  write: (tx: Tx, area: LockedArea) => Promise<void>
}

async function changeArea(
  { db, audit }: AdminDeps,
  { user_id }: Viewer,
  id: string,
  { act, decide, write }: Change,
): Promise<ImportArea> {
  await db.transaction().execute(async (tx) => {
    const area = await lockArea(tx, id)
    if (!area) throw new Refusal('NOT_FOUND')
    if (!decide(area)) return
    await write(tx, area)
    await audit.records(tx, { admin_id: user_id, act, user_id: null, reason: area.label ?? area.area })
  })
  return getArea(db, id)
}

/** Cancels an import; what it has added remains. @throws Refusal NOT_FOUND, CONFLICT if it has ended */
export function cancelAreaAs(deps: AdminDeps, viewer: Viewer, id: string): Promise<ImportArea> {
  return changeArea(deps, viewer, id, {
    act: 'cancelled_import',
    decide: ({ state }) => {
      if (state === 'cancelled') return false
      if (state !== 'running' && state !== 'stopped') throw new Refusal('CONFLICT')
      return true
    },
    write: async (tx, { run_id }) => {
      await cancelArea(tx, id)
      await setOutcome(tx, run_id, 'failed')
    },
  })
}

/** Lets an import continue. @throws Refusal NOT_FOUND, CONFLICT if it's complete, or another one runs for the area */
export function retryAreaAs(deps: AdminDeps, viewer: Viewer, id: string): Promise<ImportArea> {
  return changeArea(deps, viewer, id, {
    act: 'retried_import',
    decide: ({ state, is_silent }) => {
      if (state === 'running' && !is_silent) return false
      if (state === 'complete' || state === 'undone' || state === 'undoing') throw new Refusal('CONFLICT')
      return true
    },
    write: async (tx, { area, run_id }) => {
      const other = await findUnfinished(tx, area)
      if (other && other.id !== id && !other.is_idle) throw new Refusal('CONFLICT')
      await resumeArea(tx, id)
      await setOutcome(tx, run_id, null)
      await deps.jobs.send(tx, IMPORT_AREA, { area_id: id })
    },
  })
}

/** Removes what an import added. @throws Refusal NOT_FOUND, CONFLICT while it runs */
export function undoAreaAs(deps: AdminDeps, viewer: Viewer, id: string): Promise<ImportArea> {
  return changeArea(deps, viewer, id, {
    act: 'undid_import',
    decide: ({ state, is_silent }) => {
      if (state === 'undone' || (state === 'undoing' && !is_silent)) return false
      if (state === 'running') throw new Refusal('CONFLICT')
      return true
    },
    write: async (tx) => {
      await beginUndo(tx, id)
      await deps.jobs.send(tx, IMPORT_AREA, { area_id: id })
    },
  })
}

const PAGE = 20
const AfterArea = z.tuple([z.literal('areas'), z.uuid()])

/** Returns a page of imports from OpenStreetMap. @throws Refusal BAD_CURSOR */
export async function areasPage(
  db: Db,
  cursor: string | undefined,
): Promise<Api['GET /api/imports/areas']['answer']> {
  const after = cursor === undefined ? null : readCursor(AfterArea, cursor)[1]
  const found = await selectAreas(db, after, PAGE + 1)
  const items = found.slice(0, PAGE)
  const last = found.length > PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor(['areas', last.id]) : null }
}
