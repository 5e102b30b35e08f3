import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import type { Basemap, Bounds, View } from './engine/types.ts'
import { type Engine, type MapPhase, useMapBox } from './use-map-box.ts'
import { boundsOf, type TileView, tilesOf, WORLD } from './view-tiles.ts'

/** The engine's map of spots. */
export type SpotMap = InstanceType<Engine['SpotMap']>

type Props = {
  /** Where to start; null while that is not known yet. */
  start: View | null
  onMove: (view: View) => void
  onSelect: (pin: { id: string } | null) => void
}

type Made = {
  box: RefObject<HTMLDivElement | null>
  /** Null until `phase` is `ready`. */
  map: SpotMap | null
  phase: MapPhase
  retry: () => void
  /** What to load for the map; null while even the start is unknown. */
  tiles: TileView | null
  /** What the list shows: the same on small tiles, so that it names little that is not in view. */
  near: TileView | null
  basemap: Basemap | null
}

// Eighths of the map's own tiles, or quarters where that would be too many for one request.
const NEARER = 3

const sameTiles = (a: TileView | null, b: TileView) =>
  a !== null && a.z === b.z && a.x0 === b.x0 && a.x1 === b.x1 && a.y0 === b.y0 && a.y1 === b.y1

/** The map of spots in a box, and the tiles in its view: known before the map is there, the whole world without one. */
export function useSpotsMap({ start, onMove, onSelect }: Props): Made {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const [tiles, setTiles] = useState<TileView | null>(null)
  const [near, setNear] = useState<TileView | null>(null)
  const last = useRef<View | null>(null)
  const show = (bounds: Bounds, zoom: number, settled: boolean) => {
    const next = tilesOf(bounds, zoom)
    setTiles((now) => (sameTiles(now, next) ? now : next))
    if (!settled) return
    const nearer = tilesOf(bounds, zoom + NEARER)
    setNear((now) => (sameTiles(now, nearer) ? now : nearer))
  }
  const moved = useEffectEvent(onMove)
  const pressed = useEffectEvent(onSelect)
  const { box, map, phase, retry } = useMapBox<SpotMap>((engine, element, style) => {
    const view = last.current ?? start
    if (!view) throw new Error('a map needs a place to start')
    return new engine.SpotMap(
      element,
      { view, basemap: style, label: m.map_label(), onBasemap: setBasemap },
      {
        onMove: (next, bounds, settled) => {
          last.current = next
          show(bounds, next.zoom, settled)
          if (settled) moved(next)
        },
        onSelect: (pin) => pressed(pin),
      },
    )
  }, start === null)
  useLayoutEffect(() => {
    const element = box.current
    if (start && element) show(boundsOf(start, element.clientWidth, element.clientHeight), start.zoom, true)
  }, [start, box])
  useEffect(() => {
    if (!map || !box.current) return
    const sized = new ResizeObserver(() => show(map.bounds(), map.view().zoom, true))
    sized.observe(box.current)
    return () => sized.disconnect()
  }, [map, box])
  const without = phase.kind === 'failed' || phase.kind === 'no-config'
  return { box, map, phase, retry, basemap, tiles: without ? WORLD : tiles, near: without ? WORLD : near }
}
