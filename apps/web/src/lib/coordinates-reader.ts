import type { readCoordinates } from '@nollie/contract/places/coordinates/read-coordinates'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { afterFirstScreen } from './after-first-screen.ts'

/** Reads coordinates as people write them. */
export type CoordinatesReader = typeof readCoordinates

let reader: CoordinatesReader | null = null
let loading: Promise<CoordinatesReader | null> | undefined
const listeners = new Set<() => void>()

const load = async (): Promise<CoordinatesReader | null> => {
  try {
    reader = (await import('@nollie/contract/places/coordinates/read-coordinates')).readCoordinates
    for (const listener of listeners) listener()
  } catch {
    // Without a network it is tried again with the next text.
    loading = undefined
  }
  return reader
}

/** Loads the reader of coordinates, which no first screen needs; null where it can't be loaded. */
export const loadCoordinatesReader = (): Promise<CoordinatesReader | null> => (loading ??= load())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  void afterFirstScreen().then(loadCoordinatesReader)
  return () => void listeners.delete(listener)
}

/** The reader of coordinates; null until it is loaded, which begins after the first screen. */
export const useCoordinatesReader = (): CoordinatesReader | null =>
  useSyncExternalStore(subscribe, () => reader)

/** Returns a function that runs the latest `action`; before the reader is loaded, it runs as soon as it is. */
export function useOnceRead(action: () => void): () => void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  return () => {
    if (reader) action()
    else void loadCoordinatesReader().then(() => latest.current())
  }
}
