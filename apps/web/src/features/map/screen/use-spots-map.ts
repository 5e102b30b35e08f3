import type { MapPin } from '@nollie/contract/map/map-codec'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import type { Basemap, Bounds, View } from '../engine/types.ts'
import { type Engine, type MapPhase, useMapBox } from '../use-map-box.ts'
import type { Seen } from '../list/use-list-area.ts'
import { toBounds, type TileView, toTileView, WORLD } from '../view/view-tiles.ts'

/** The engine's spot map. */
export type SpotMap = InstanceType<Engine['SpotMap']>

type Props = {
  /** The initial view; null until it is known. */
  start: View | null
  onMove: (view: View, byHand: boolean) => void
  onSelect: (pin: MapPin | null) => void
  onDrag: () => void
}

type Made = {
  box: RefObject<HTMLDivElement | null>
  /** Null until `phase` is `ready`. */
  map: SpotMap | null
  phase: MapPhase
  retry: () => void
  /** The tiles to load; null until the initial view is known. */
  tiles: TileView | null
  /** The area the map shows after it settles, or the whole world if there's no map. */
  seen: Seen | null
  basemap: Basemap | null
  /** Whether the map has been drawn, so that the placeholder can be removed. */
  drawn: boolean
  /** Call this once the placeholder is visible. The library loads after that. */
  onPicture: () => void
}

const NO_MAP: Seen = { tiles: WORLD, box: null, byHand: false }

// Rounds the same way as the list's query. Otherwise, the settled map would differ from the box that was loaded before
// it.
function exact(degrees: number) {
  return Number(degrees.toFixed(5))
}

// A map that shows more than the whole world has no box.
function toBox({ west, south, east, north }: Bounds): Bounds | null {
  return east - west >= 360
    ? null
    : {
        west: exact(west),
        east: exact(east),
        south: exact(Math.max(-90, south)),
        north: exact(Math.min(90, north)),
      }
}

function sameBox(a: Seen | null, b: Seen) {
  return a !== null && JSON.stringify([a.tiles, a.box]) === JSON.stringify([b.tiles, b.box])
}

function sameTiles(a: TileView | null, b: TileView) {
  return a !== null && a.z === b.z && a.x0 === b.x0 && a.x1 === b.x1 && a.y0 === b.y0 && a.y1 === b.y1
}

/**
 * Provides the map of spots in its container, and the tiles for its view. The tiles are known before the map exists. If
 * there's no map, they cover the whole world.
 */
export function useSpotsMap({ start, onMove, onSelect, onDrag }: Props): Made {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const [drawn, setDrawn] = useState(false)
  const [isPictured, setPictured] = useState(false)
  const [tiles, setTiles] = useState<TileView | null>(null)
  const [seen, setSeen] = useState<Seen | null>(null)
  const last = useRef<View | null>(null)
  const show = (bounds: Bounds, zoom: number, rests: { byHand: boolean } | null) => {
    const next = toTileView(bounds, zoom)
    setTiles((now) => (sameTiles(now, next) ? now : next))
    if (!rests) return
    const here = { tiles: next, box: toBox(bounds), ...rests }
    setSeen((now) => (sameBox(now, here) ? now : here))
  }
  const moved = useEffectEvent(onMove)
  const pressed = useEffectEvent(onSelect)
  const dragged = useEffectEvent(onDrag)
  const { box, map, phase, retry } = useMapBox<SpotMap>(
    (engine, element, style) => {
      const view = last.current ?? start
      if (!view) throw new Error('a map needs a place to start')
      return new engine.SpotMap(
        element,
        {
          view,
          basemap: style,
          label: m.map_label(),
          onBasemap: setBasemap,
          onDrawn: () => setDrawn(true),
        },
        {
          onMove: (next, bounds, settled, byHand) => {
            last.current = next
            show(bounds, next.zoom, settled ? { byHand } : null)
            if (settled) moved(next, byHand)
          },
          onSelect: (pin) => pressed(pin),
          onDrag: () => dragged(),
        },
      )
    },
    // The placeholder and the list load first. MapLibre is larger than everything before it and blocks the main thread.
    { wait: start === null, rest: !isPictured },
  )
  useLayoutEffect(() => {
    const element = box.current
    if (!start || !element) return
    show(toBounds(start, element.clientWidth, element.clientHeight), start.zoom, { byHand: false })
  }, [start, box])
  useEffect(() => {
    if (!map || !box.current) return
    const sized = new ResizeObserver(() => show(map.bounds(), map.view().zoom, { byHand: false }))
    sized.observe(box.current)
    return () => sized.disconnect()
  }, [map, box])
  const without = phase.kind === 'failed' || phase.kind === 'no-config'
  return {
    box,
    map,
    phase,
    retry,
    basemap,
    drawn,
    onPicture: () => setPictured(true),
    tiles: without ? WORLD : tiles,
    seen: without ? NO_MAP : seen,
  }
}
