import { setTimeout as wait } from 'node:timers/promises'
import type { RefusalKind, StopReason } from '@nollie/contract'
import { parseImportArea } from '@nollie/contract/imports/area-text'
import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '../../db/open.ts'
import { askOverpass, type OsmElement, type Overpass, type OverpassAnswer } from './ask-overpass.ts'
import {
  addRefusals,
  claimArea,
  endArea,
  findNextTile,
  findSeen,
  parseFileArea,
  hasFailedTiles,
  insertTiles,
  lockClaim,
  releaseArea,
  saveFailure,
  setTile,
  standInLine,
  type Tile,
  type WorkingArea,
} from './import-areas.queries.ts'
import { splitTile } from './plan-tiles.ts'
import { type Run, setOutcome } from './runs.queries.ts'
import { undoArea } from './undo-area.service.ts'
import { type Uploads, UploadWork } from './work-upload.service.ts'

/** Imports elements in the caller's transaction, and returns the numbers of refused records by reason. */
export type ImportElements = (
  tx: Tx,
  run: Run,
  elements: readonly OsmElement[],
) => Promise<Partial<Record<RefusalKind, number>>>

/** Waiting times in milliseconds. */
export type AreaFigures = {
  /** The pause between two requests. */
  pauseMs: number
  /** The wait after the first failure; it doubles with each further failure. */
  backoffMs: number
  /** The longest wait, even if the server asks for more. */
  maxWaitMs: number
  /** How often a waiting worker checks whether the import was cancelled. */
  sliceMs: number
}

/** Values that don't burden the public server. */
export const AREA_FIGURES: AreaFigures = {
  pauseMs: 1_000,
  backoffMs: 10_000,
  maxWaitMs: 600_000,
  sliceMs: 3_000,
}

/** A worker's dependencies. */
export type AreaDeps = {
  db: Db
  overpass: Overpass
  figures: AreaFigures
  importElements: ImportElements
  /** Opens uploaded files; absent in the command for areas, which works on its own import only. */
  uploads?: Uploads
}

const SOURCE = 'OpenStreetMap'
/** A tile is split after this many failures, because the server may be unable to answer for the whole tile. */
const SPLIT_AFTER = 3

/** Lets requests and other jobs run between two parts of a file. */
const PART_PAUSE_MS = 20

type Failure = Exclude<OverpassAnswer['kind'], 'found'>

/** After this many failed requests in a row, the import stops until an admin retries. */
const STOPS: Partial<Record<Failure, { after: number; reason: StopReason }>> = {
  limited: { after: 12, reason: 'busy' },
  busy: { after: 12, reason: 'busy' },
  down: { after: 6, reason: 'unreachable' },
  other: { after: 3, reason: 'not_overpass' },
  denied: { after: 1, reason: 'denied' },
  no_boundary: { after: 1, reason: 'no_boundary' },
}

/** Stores a tile's elements, its outcome, and the run's counts in one transaction, so that none is counted twice. */
function storeTile(
  { db, importElements }: AreaDeps,
  area: WorkingArea,
  tile: Tile,
  elements: readonly OsmElement[],
): Promise<void> {
  const { id, run } = area
  return db.transaction().execute(async (tx) => {
    if (!(await lockClaim(tx, area))) return
    const ids = elements.map((element) => element.id)
    // A way on the border of two tiles is in both responses.
    const seen = await findSeen(tx, run.id, SOURCE, ids)
    const refusals = await importElements(
      tx,
      run,
      elements.filter((element) => !seen.has(element.id)),
    )
    await setTile(tx, id, tile.number, { state: 'done', found: elements.length })
    await addRefusals(tx, id, refusals)
  })
}

async function splitOrFail(tx: Tx, { id }: WorkingArea, tile: Tile): Promise<void> {
  const parts = splitTile(tile)
  await setTile(tx, id, tile.number, { state: parts.length > 0 ? 'split' : 'failed' })
  await insertTiles(tx, id, parts)
}

// The import and its run end in one transaction, so that no one sees only one of them ended.
async function stop(tx: Tx, area: WorkingArea, reason: StopReason): Promise<void> {
  if (await endArea(tx, area, { state: 'stopped', reason })) await setOutcome(tx, area.run.id, 'failed')
}

function storeFailure(
  { db, figures }: AreaDeps,
  area: WorkingArea,
  tile: Tile,
  answer: Exclude<OverpassAnswer, { kind: 'found' }>,
): Promise<void> {
  const stopping = STOPS[answer.kind]
  const failures = area.failures + 1
  const backoff = figures.backoffMs * 2 ** area.failures
  const asked = 'seconds' in answer && answer.seconds !== null ? answer.seconds * 1000 : backoff
  return db.transaction().execute(async (tx) => {
    if (!(await lockClaim(tx, area))) return
    if (!stopping) return splitOrFail(tx, area, tile)
    if (failures >= stopping.after) return stop(tx, area, stopping.reason)
    await saveFailure(tx, area.id, failures, Math.min(figures.maxWaitMs, asked))
    // A limit is about our requests, not about the tile.
    if (answer.kind === 'limited') return
    await setTile(tx, area.id, tile.number, { failures: tile.failures + 1 })
    if (tile.failures + 1 >= SPLIT_AFTER) await splitOrFail(tx, area, tile)
  })
}

async function workTile(deps: AreaDeps, area: WorkingArea, tile: Tile, signal: AbortSignal): Promise<void> {
  const place = parseImportArea(area.area)
  const country = place?.kind === 'country' ? place.code : null
  const answer = await askOverpass(deps.overpass, { box: tile, country }, signal)
  if (answer.kind === 'found') await storeTile(deps, area, tile, answer.elements)
  else await storeFailure(deps, area, tile, answer)
}

function finish(db: Db, area: WorkingArea): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const state = (await hasFailedTiles(tx, area.id)) ? 'partial' : 'complete'
    if (await endArea(tx, area, { state })) await setOutcome(tx, area.run.id, state)
  })
}

type Worker = { id: string; signal: AbortSignal; upload: UploadWork | null }

/** Imports the next part of an uploaded file. Returns how many milliseconds to wait before the next one. */
async function workPart(
  { db, figures }: AreaDeps,
  area: WorkingArea,
  number: number,
  { id: worker, upload }: Worker,
): Promise<number> {
  const reason = upload ? await upload.importPart(db, area, { worker, number }) : 'failed'
  if (reason) await db.transaction().execute((tx) => stop(tx, area, reason))
  // Unlike a server, a file needs no pauses; a test may set one.
  return Math.min(figures.pauseMs, PART_PAUSE_MS)
}

/** Does an import's next step. Returns how many milliseconds to wait before the next one; null at the end. */
async function step(deps: AreaDeps, id: string, by: Worker): Promise<number | null> {
  const { id: worker, signal } = by
  const { db, figures } = deps
  const area = await claimArea(db, id, worker)
  if (area === null) return null
  if (area === 'busy') {
    await standInLine(db, id)
    return figures.sliceMs
  }
  if (area.state === 'undoing') {
    if (await undoArea(db, area, { worker, signal })) await endArea(db, area, { state: 'undone' })
    return null
  }
  if (area.waits_ms > 0) return Math.min(area.waits_ms, figures.sliceMs)
  const tile = await findNextTile(db, id)
  if (!tile) {
    await finish(db, area)
    return null
  }
  if (parseFileArea(area.area) !== null) return workPart(deps, area, tile.number, by)
  await workTile(deps, area, tile, signal)
  return figures.pauseMs
}

/**
 * Works on an import until it ends: requests and stores one tile after another, or removes what it added. Progress is
 * in the database, so that another process can continue at any time.
 * @throws the abort reason if `signal` is aborted; then the import continues with the next call
 */
export async function workArea(deps: AreaDeps, id: string, signal: AbortSignal): Promise<void> {
  const worker = uuid()
  const upload = deps.uploads ? new UploadWork(deps.uploads, signal) : null
  try {
    for (let pause: number | null = 0; pause !== null; ) {
      signal.throwIfAborted()
      pause = await step(deps, id, { id: worker, signal, upload })
      if (pause) await wait(pause, undefined, { signal })
    }
  } finally {
    await upload?.close()
    await releaseArea(deps.db, id, worker)
  }
}

/** Stops an import because of an error of ours that retries didn't solve. */
export async function giveUp(db: Db, id: string): Promise<void> {
  const area = await claimArea(db, id, uuid())
  if (area === null || area === 'busy' || area.state !== 'running') return
  await db.transaction().execute((tx) => stop(tx, area, 'failed'))
}
