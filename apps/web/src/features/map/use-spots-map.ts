import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import type { Basemap, View } from './engine/types.ts'
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
  /** What to load; null while even the start is unknown. */
  tiles: TileView | null
  basemap: Basemap | null
}

const sameTiles = (a: TileView | null, b: TileView) =>
  a !== null && a.z === b.z && a.x0 === b.x0 && a.x1 === b.x1 && a.y0 === b.y0 && a.y1 === b.y1

/** The map of spots in a box, and the tiles in its view: known before the map is there, the whole world without one. */
export function useSpotsMap({ start, onMove, onSelect }: Props): Made {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const [tiles, setTiles] = useState<TileView | null>(null)
  const last = useRef<View | null>(null)
  const show = (next: TileView) => setTiles((now) => (sameTiles(now, next) ? now : next))
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
          show(tilesOf(bounds, next.zoom))
          if (settled) moved(next)
        },
        onSelect: (pin) => pressed(pin),
      },
    )
  }, start === null)
  useLayoutEffect(() => {
    const element = box.current
    if (start && element)
      show(tilesOf(boundsOf(start, element.clientWidth, element.clientHeight), start.zoom))
  }, [start, box])
  useEffect(() => {
    if (!map || !box.current) return
    const sized = new ResizeObserver(() => show(tilesOf(map.bounds(), map.view().zoom)))
    sized.observe(box.current)
    return () => sized.disconnect()
  }, [map, box])
  const without = phase.kind === 'failed' || phase.kind === 'no-config'
  return { box, map, phase, retry, basemap, tiles: without ? WORLD : tiles }
}
