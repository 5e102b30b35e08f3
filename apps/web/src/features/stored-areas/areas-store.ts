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
  storedAreas,
} from '../../lib/stored-areas.ts'
import { session } from '../../lib/session.ts'
import { neededKeys } from './area-parts.ts'
import { bringArea } from './bring-area.ts'
import { ListGone, whyOf } from './fetch-part.ts'
import { isMetered } from './metered.ts'

/** The area that is being brought, and how many of its missing files are there. */
export type Progress = { id: string; done: number; total: number }

type Areas = { areas: readonly StoredArea[] | null; progress: Progress | null }

/** Areas that one device stores at most. */
export const AREAS_MAX = 10
/** The spots of an area are asked for again after this time. */
const FRESH_MS = 60_000

const state = createAtom<Areas>({ areas: null, progress: null })
const put = (change: Partial<Areas>): void => state.set((now) => ({ ...now, ...change }))

const ownerNow = (): string | null => session.get().user?.user_id ?? null

/** Whether this browser can store anything: only a service worker answers without a network. */
export const canStore = (): boolean =>
  'serviceWorker' in navigator && 'caches' in globalThis && 'locks' in navigator && isSecureContext

const load = async (): Promise<void> => {
  const owner = ownerNow()
  put({ areas: (await storedAreas()).filter((area) => area.owner === owner) })
}

/** The areas of this device, null while they are read; renders again when they change. */
export const useAreas = (): Areas => {
  useEffect(() => {
    if (canStore()) void load()
  }, [])
  return useSelector(state)
}

const change = async (id: string, to: Partial<StoredArea>): Promise<void> => {
  const changed = (all: readonly StoredArea[]) =>
    all.map((area) => (area.id === id ? { ...area, ...to } : area))
  try {
    put({ areas: await changeAreas(changed) })
  } catch (error) {
    // A full device does not even store why it ended; then this page alone knows.
    put({ areas: changed(state.get().areas ?? []) })
    throw error
  }
}

/** Deletes whatever no area of those needs: pictures of spots that are gone from it, tiles of earlier maps. */
const sweep = async (areas?: readonly StoredArea[]): Promise<void> => {
  const { pictures, tiles, ids } = await neededKeys(areas ?? (await storedAreas()))
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

// What is not shared with this person any more does not stay on their device.
const forget = async (id: string): Promise<void> => {
  put({ areas: await changeAreas((all) => all.filter((area) => area.id !== id)) })
  await ((await storedAreas()).length > 0 ? sweep() : dropAreas())
}

let running: { id: string; stop: AbortController } | null = null
let queue: Promise<unknown> = Promise.resolve()

const bring = async (id: string, whole: boolean): Promise<void> => {
  const area = (await storedAreas()).find((one) => one.id === id)
  if (!area || area.owner !== ownerNow()) return
  const stop = new AbortController()
  // Somebody else may be next at this device.
  const unwatch = session.onEvent(() => {
    if (ownerNow() !== area.owner) stop.abort()
  })
  running = { id, stop }
  put({ progress: { id, done: 0, total: 0 } })
  try {
    await change(id, { failure: null })
    const onProgress = (done: number, total: number) => put({ progress: { id, done, total } })
    const found = await bringArea({ area, signal: stop.signal, whole, onProgress })
    stop.signal.throwIfAborted()
    const refreshed_at = new Date().toISOString()
    await change(id, { ...found, ...(whole || area.refreshed_at ? { refreshed_at } : {}) })
    if (whole) await sweep()
  } catch (error) {
    if (stop.signal.aborted) return
    if (error instanceof ListGone) return await forget(id)
    const why = whyOf(error)
    await change(id, { failure: why ?? 'refused' }).catch(() => undefined)
    if (!why) console.warn('areas:', error)
  } finally {
    unwatch()
    running = null
    put({ progress: null })
  }
}

// One after the other, also where several windows are open.
const inTurn = (work: () => Promise<void>): Promise<void> => {
  const next = queue.then(() => navigator.locks.request('area-download', work))
  queue = next.catch(() => undefined)
  return next
}

/** Brings an area up to date, or goes on with one that was interrupted. */
export const refreshArea = (id: string): Promise<void> => inTurn(() => bring(id, true))

/** The time in which the service worker is there at the latest; it comes a few seconds after the first page. */
const WORKER_MS = 20_000

const workerAnswers = (): Promise<boolean> =>
  Promise.race([
    navigator.serviceWorker.ready.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), WORKER_MS)),
  ])

/**
 * Stores a part of the map; it is listed at once, and brought from then on. Null where no service worker would answer
 * with it.
 */
export const storeArea = (name: string, box: Box): Promise<string | null> => storeNew({ name, box })

const NO_BOX: Box = { west: 0, south: 0, east: 0, north: 0 }

/** Stores the spots of a list as {@link storeArea} stores a part of the map; once, however often it is asked for. */
export const storeList = async (name: string, list_key: string): Promise<string | null> => {
  const owner = ownerNow()
  const mine = (await storedAreas()).filter((area) => area.owner === owner)
  const known = mine.find((area) => area.list_key === list_key)
  if (!known) return mine.length < AREAS_MAX ? storeNew({ name, box: NO_BOX, list_key }) : null
  void refreshArea(known.id)
  return known.id
}

const storeNew = async (wanted: Pick<StoredArea, 'name' | 'box' | 'list_key'>): Promise<string | null> => {
  const owner = ownerNow()
  if (!owner || !(await workerAnswers())) return null
  const area: StoredArea = {
    ...{ id: crypto.randomUUID(), owner, ...wanted, stored_at: new Date().toISOString() },
    ...{ refreshed_at: null, failure: null, spots: 0, bytes: 0 },
  }
  // Nothing of two people is stored at a time.
  if ((await storedAreas()).some((one) => one.owner !== owner)) await dropAreas()
  put({ areas: await changeAreas((all) => [...all, area]) })
  void navigator.storage.persist?.().catch(() => false)
  void refreshArea(area.id)
  return area.id
}

/** Removes an area with everything that no other needs. */
export const removeArea = async (id: string): Promise<void> => {
  if (running?.id === id) running.stop.abort()
  const rest = (all: readonly StoredArea[]) => all.filter((area) => area.id !== id)
  const unlist = async () => put({ areas: await changeAreas(rest) })
  try {
    await unlist()
  } catch {
    // A full device takes the shorter list once it has room for it.
    await inTurn(async () => sweep(rest(await storedAreas())))
    await unlist()
  }
  await inTurn(async () => ((await storedAreas()).length > 0 ? sweep() : dropAreas()))
}

/**
 * Brings all areas up to date that were not for a while: the spots always, so that nobody reads what was deleted or
 * hidden since, pictures and streets where the network does not cost.
 */
export const refreshAll = async (): Promise<void> => {
  if (!canStore() || !navigator.onLine) return
  const owner = ownerNow()
  for (const { id, refreshed_at, failure, ...area } of await storedAreas()) {
    const age = Date.now() - Date.parse(refreshed_at ?? '1970-01-01')
    if (area.owner !== owner || failure === 'full' || (!failure && age < FRESH_MS)) continue
    await inTurn(() => bring(id, !isMetered()))
  }
}
