import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type MapState, readMapUrl, writeMapUrl } from './map-url.ts'

/** The URL parameters of parts that are open over the map. They stay while the same spot is selected. */
const OVER_MAP = ['sheet', 'item', 'comments']

function pickOverMap(search: Record<string, unknown>) {
  return Object.fromEntries(
    OVER_MAP.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
}

type Change = Partial<MapState> | ((now: MapState) => Partial<MapState>)

function isOnlyView(change: Change) {
  return typeof change !== 'function' && Object.keys(change).every((name) => name === 'view')
}

/**
 * Stores the map's state in the URL. `change(..., 'push')` adds a history entry. Moves and typing replace the entry
 * instead, so that they don't fill up the history. A function computes the change from the latest state. `openSpotId`
 * is the spot in a URL like `/spots/{id}`; it stays until another spot or none is selected.
 */
export function useMapUrl(openSpotId: string | undefined): {
  state: MapState
  change: (change: Change, how?: 'push' | 'replace') => void
} {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const own = openSpotId === undefined ? ['/spots'] : ['/spots', `/spots/${openSpotId}`]
  const text = JSON.stringify(search)
  const state = useMemo(() => {
    const read = readMapUrl(JSON.parse(text) as Record<string, unknown>)
    return { ...read, spotId: read.spotId ?? openSpotId ?? null }
  }, [text, openSpotId])
  const change = (change: Change, how: 'push' | 'replace' = 'replace') => {
    // The map may settle after its screen has closed, when the URL belongs to another screen.
    const at = router.history.location
    if (!own.includes(at.pathname)) return
    // Read the URL itself, because the rendered state may lag behind the last navigation or change.
    const search: Record<string, unknown> = router.options.parseSearch(at.search)
    // While the spot's page covers the map, the view stays as in the card's entry, so that Back doesn't move the map.
    if (search.sheet === 'full' && isOnlyView(change)) return
    const read = readMapUrl(search)
    const now = { ...read, spotId: read.spotId ?? (at.pathname === '/spots' ? null : (openSpotId ?? null)) }
    const next = { ...now, ...(typeof change === 'function' ? change(now) : change) }
    const stays = openSpotId !== undefined && next.spotId === openSpotId
    void navigate({
      to: stays || openSpotId === undefined ? '.' : '/spots',
      search: {
        ...writeMapUrl(stays ? { ...next, spotId: null } : next),
        ...(next.spotId === now.spotId && pickOverMap(search)),
      } as never,
      replace: how === 'replace',
      resetScroll: false,
    })
  }
  return { state, change }
}
