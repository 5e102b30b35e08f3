import type { Box } from '@nollie/contract'
import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import {
  changeAreas,
  dropAreas,
  STORED_AREAS,
  AREA_PICTURES,
  AREA_STREETS,
  type StoredArea,
  readStoredAreas,
} from '../../lib/places/stored-areas.ts'
import { session } from '../../lib/session.ts'
import { neededKeys } from './area-parts.ts'
import { downloadArea } from './download-area.ts'
import { ListGone, explainFailure } from './fetch-part.ts'
import { isMetered } from './metered.ts'

/** The area that is being downloaded, and how many of its missing files have been downloaded. */
export type Progress = { id: string; done: number; total: number }

type Areas = { areas: readonly StoredArea[] | null; progress: Progress | null }

/** The maximum number of areas per device. */
export const AREAS_MAX = 10
/** An area's spots are refetched after this time (ms). */
const FRESH_MS = 60_000

const state = createAtom<Areas>({ areas: null, progress: null })

function put(change: Partial<Areas>): void {
  return state.set((now) => ({ ...now, ...change }))
}

function ownerNow(): string | null {
  return session.get().user?.user_id ?? null
}

/** Whether this browser can store areas. They require a service worker, the only way to respond while offline. */
export function canStore(): boolean {
  return 'serviceWorker' in navigator && 'caches' in globalThis && 'locks' in navigator && isSecureContext
}

async function load(): Promise<void> {
  const owner = ownerNow()
  put({ areas: (await readStoredAreas()).filter((area) => area.owner === owner) })
}

/** Returns the areas on this device, and rerenders when they change. Returns null while they're being read. */
export function useAreas(): Areas {
  useEffect(() => {
    if (canStore()) void load()
  }, [])
  return useSelector(state)
}

async function change(id: string, to: Partial<StoredArea>): Promise<void> {
  const changed = (all: readonly StoredArea[]) =>
    all.map((area) => (area.id === id ? { ...area, ...to } : area))
  try {
    put({ areas: await changeAreas(changed) })
  } catch (error) {
    // If the device is full, even the failure can't be stored, so only this page knows about it.
    put({ areas: changed(state.get().areas ?? []) })
    throw error
  }
}

/** Deletes all files that none of these areas need, such as photos of removed spots and tiles of older maps. */
async function sweep(areas?: readonly StoredArea[]): Promise<void> {
  const { pictures, tiles, ids } = await neededKeys(areas ?? (await readStoredAreas()))
  const isNeeded: Record<string, (path: string) => boolean> = {
    [AREA_PICTURES]: (path) => pictures.has(path),
    [AREA_STREETS]: (path) => tiles.has(path),
    [STORED_AREAS]: (path) => {
      const [, id = '', what] = /^\/areas\/([^/]+)\/(\w+)/.exec(path) ?? []
      return what === undefined || ids.has(id)
    },
  }
  for (const [name, needs] of Object.entries(isNeeded)) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (!needs(new URL(request.url).pathname)) await cache.delete(request)
  }
}

// A list that is no longer shared with this person must not remain on their device.
async function forget(id: string): Promise<void> {
  put({ areas: await changeAreas((all) => all.filter((area) => area.id !== id)) })
  await ((await readStoredAreas()).length > 0 ? sweep() : dropAreas())
}

let running: { id: string; stop: AbortController } | null = null
let queue: Promise<unknown> = Promise.resolve()

async function runDownload(id: string, whole: boolean): Promise<void> {
  const area = (await readStoredAreas()).find((one) => one.id === id)
  if (!area || area.owner !== ownerNow()) return
  const stop = new AbortController()
  // The next person to use this device may be someone else.
  const unwatch = session.onEvent(() => {
    if (ownerNow() !== area.owner) stop.abort()
  })
  running = { id, stop }
  put({ progress: { id, done: 0, total: 0 } })
  try {
    await change(id, { failure: null })
    const onProgress = (done: number, total: number) => put({ progress: { id, done, total } })
    const found = await downloadArea({ area, signal: stop.signal, whole, onProgress })
    stop.signal.throwIfAborted()
    const refreshed_at = new Date().toISOString()
    await change(id, { ...found, ...(whole || area.refreshed_at ? { refreshed_at } : {}) })
    if (whole) await sweep()
  } catch (error) {
    if (stop.signal.aborted) return
    if (error instanceof ListGone) return await forget(id)
    const why = explainFailure(error)
    await change(id, { failure: why ?? 'refused' }).catch(() => undefined)
    if (!why) console.warn('areas:', error)
  } finally {
    unwatch()
    running = null
    put({ progress: null })
  }
}

// Runs one download at a time, even across several windows.
function inTurn(work: () => Promise<void>): Promise<void> {
  const next = queue.then(() => navigator.locks.request('area-download', work))
  queue = next.catch(() => undefined)
  return next
}

/** Updates an area, or resumes an interrupted download. */
export function refreshArea(id: string): Promise<void> {
  return inTurn(() => runDownload(id, true))
}

/** Maximum wait (ms) for the service worker, which is registered a few seconds after the first page loads. */
const WORKER_MS = 20_000

function workerAnswers(): Promise<boolean> {
  return Promise.race([
    navigator.serviceWorker.ready.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), WORKER_MS)),
  ])
}

/**
 * Stores a part of the map: lists it immediately and starts the download. Returns null if no service worker can serve
 * it.
 */
export function storeArea(name: string, box: Box): Promise<string | null> {
  return storeNew({ name, box })
}

const NO_BOX: Box = { west: 0, south: 0, east: 0, north: 0 }

/** Stores a list's spots the same way as {@link storeArea}. Repeated calls store the list only once. */
export async function storeList(name: string, list_key: string): Promise<string | null> {
  const owner = ownerNow()
  const mine = (await readStoredAreas()).filter((area) => area.owner === owner)
  const known = mine.find((area) => area.list_key === list_key)
  if (!known) return mine.length < AREAS_MAX ? storeNew({ name, box: NO_BOX, list_key }) : null
  void refreshArea(known.id)
  return known.id
}

async function storeNew(wanted: Pick<StoredArea, 'name' | 'box' | 'list_key'>): Promise<string | null> {
  const owner = ownerNow()
  if (!owner || !(await workerAnswers())) return null
  const area: StoredArea = {
    id: crypto.randomUUID(),
    owner,
    ...wanted,
    stored_at: new Date().toISOString(),
    refreshed_at: null,
    failure: null,
    spots: 0,
    bytes: 0,
  }
  // The device never stores two people's data at the same time.
  if ((await readStoredAreas()).some((one) => one.owner !== owner)) await dropAreas()
  put({ areas: await changeAreas((all) => [...all, area]) })
  void navigator.storage.persist?.().catch(() => false)
  void refreshArea(area.id)
  return area.id
}

/** Removes an area and all files that no other area needs. */
export async function removeArea(id: string): Promise<void> {
  if (running?.id === id) running.stop.abort()
  const rest = (all: readonly StoredArea[]) => all.filter((area) => area.id !== id)
  const unlist = async () => put({ areas: await changeAreas(rest) })
  try {
    await unlist()
  } catch {
    // If the device was full, there is now enough space to store the shorter list.
    await inTurn(async () => sweep(rest(await readStoredAreas())))
    await unlist()
  }
  await inTurn(async () => ((await readStoredAreas()).length > 0 ? sweep() : dropAreas()))
}

/**
 * Updates all areas that are out of date. Always updates the spots, so that no one sees content that was deleted or
 * hidden. Updates photos and streets only on an unmetered network.
 */
export async function refreshAll(): Promise<void> {
  if (!canStore() || !navigator.onLine) return
  const owner = ownerNow()
  for (const { id, refreshed_at, failure, ...area } of await readStoredAreas()) {
    const age = Date.now() - Date.parse(refreshed_at ?? '1970-01-01')
    if (area.owner !== owner || failure === 'full' || (!failure && age < FRESH_MS)) continue
    await inTurn(() => runDownload(id, !isMetered()))
  }
}
