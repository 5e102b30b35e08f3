import type { readCoordinates } from '@nollie/contract/places/coordinates/read-coordinates'
import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect, useRef } from 'react'
import { afterFirstScreen } from '../page/after-first-screen.ts'

/** Parses coordinates in the formats people type. */
export type CoordinatesReader = typeof readCoordinates

const loaded = createAtom<{ read: CoordinatesReader } | null>(null)
let loading: Promise<CoordinatesReader | null> | undefined

async function load(): Promise<CoordinatesReader | null> {
  try {
    const { readCoordinates: read } = await import('@nollie/contract/places/coordinates/read-coordinates')
    loaded.set({ read })
    return read
  } catch {
    // Probably offline. The next call tries again.
    loading = undefined
    return null
  }
}

/** Loads the coordinate parser, which isn't needed on the first screen. Resolves to null if it can't be loaded. */
export function loadCoordinatesReader(): Promise<CoordinatesReader | null> {
  return (loading ??= load())
}

/** Returns the coordinate parser; null until it is loaded, which starts after the first screen. */
export function useCoordinatesReader(): CoordinatesReader | null {
  useEffect(() => {
    void afterFirstScreen().then(loadCoordinatesReader)
  }, [])
  return useSelector(loaded, (state) => state?.read ?? null)
}

/** Returns a function that loads the parser, then runs the latest `action`. */
export function useOnceRead(action: () => void): () => void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  return () => {
    if (loaded.get()) action()
    else void loadCoordinatesReader().then(() => latest.current())
  }
}
