import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../lib/server-config.ts'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onTheme } from '../../lib/theme.ts'
import { useOnline } from '../../ui/notices/offline-banner.tsx'

/** The chunk that contains MapLibre; see `engine/index.ts`. */
export type Engine = typeof import('./engine/index.ts')

/** A map's startup phase. `config` and `building` are loading states. Failures are final and visible. */
export type MapPhase =
  | { kind: 'config' }
  | { kind: 'building' }
  | { kind: 'no-config'; why: 'failed' | 'missing' }
  | { kind: 'failed'; why: 'no-webgl' | 'other' }
  | { kind: 'ready' }

type Drawn = { destroy(): void; setTheme(): void }
/** A map in its element, from {@link useMapBox}. */
export type Made<T> = {
  box: RefObject<HTMLDivElement | null>
  map: T | null
  phase: MapPhase
  retry: () => void
}

/**
 * Creates a map in an element: loads the configuration and the library, creates the map, follows the theme, and cleans
 * up on unmount. `make` may throw, e.g. without WebGL. `wait` delays creating the map, and `rest` also delays loading
 * the library.
 */
export function useMapBox<T extends Drawn>(
  make: (engine: Engine, box: HTMLElement, basemap: string) => T,
  { wait = false, rest = false }: { wait?: boolean; rest?: boolean } = {},
): Made<T> {
  const box = useRef<HTMLDivElement>(null)
  const config = useQuery(configQuery)
  const [map, setMap] = useState<T | null>(null)
  const [error, setError] = useState<'no-webgl' | 'other' | null>(null)
  const [attempt, setAttempt] = useState(0)
  const making = useEffectEvent(make)
  const basemap = config.data?.map_style

  // Loads the library and the configuration in parallel.
  useEffect(() => {
    if (!rest) void loadEngine().catch(() => undefined)
  }, [rest])

  useEffect(() => {
    const element = box.current
    if (!element || !basemap || wait || rest) return
    let made: T | null = null
    let over = false
    let unwatch = () => {}
    loadEngine()
      .then((engine) => {
        if (over) return
        made = making(engine, element, basemap)
        unwatch = onTheme(() => made?.setTheme())
        setMap(made)
      })
      .catch((error: unknown) => {
        if (!over) setError((error as Error)?.name === 'GPUInitializationError' ? 'no-webgl' : 'other')
        if (!over) console.warn('map:', error)
      })
    return () => {
      over = true
      unwatch()
      setMap(null)
      made?.destroy()
    }
  }, [basemap, wait, rest, attempt])

  const retry = () => {
    setError(null)
    if (config.isError || !basemap) void config.refetch()
    else setAttempt((count) => count + 1)
  }
  const phase = getPhase(config, basemap, error, map !== null)
  const isOnline = useOnline()
  const retryFailed = useEffectEvent(() => {
    if (phase.kind === 'no-config' || (phase.kind === 'failed' && phase.why === 'other')) retry()
  })
  useEffect(() => {
    if (isOnline) retryFailed()
  }, [isOnline])
  return { box, map, phase, retry }
}

function loadEngine(): Promise<Engine> {
  return import('./engine/index.ts')
}

function getPhase(
  config: { isPending: boolean; isError: boolean; fetchStatus: string },
  basemap: string | undefined,
  error: 'no-webgl' | 'other' | null,
  ready: boolean,
): MapPhase {
  const isPaused = config.isPending && config.fetchStatus === 'paused'
  if (config.isPending && !isPaused) return { kind: 'config' }
  if (isPaused || config.isError) return { kind: 'no-config', why: 'failed' }
  if (!basemap) return { kind: 'no-config', why: 'missing' }
  if (error) return { kind: 'failed', why: error }
  return ready ? { kind: 'ready' } : { kind: 'building' }
}
