import { useEffect, useRef, useState } from 'react'
import type { Basemap, SpotItems } from '../engine/types.ts'
import { SmallMapFrame } from './small-map-frame.tsx'
import { useMapBox } from '../use-map-box.ts'
import { useNearAndIdle } from '../use-near-and-idle.ts'
import { viewOn } from '../view/first-view.ts'

type Point = { latitude: number; longitude: number; count: number }

type Props = { points: readonly Point[]; label: string }

const ALL_PARKS = [{ type: 'park' as const, eighths: 8 }]

function toItems(points: readonly Point[]): SpotItems {
  return {
    zoom: 0,
    clusters: points.map(({ latitude, longitude, count }) => ({
      latitude,
      longitude,
      n: count,
      mix: ALL_PARKS,
    })),
    pins: [],
  }
}

function findBounds(points: readonly Point[]) {
  const [latitudes, longitudes] = [
    points.map(({ latitude }) => latitude),
    points.map(({ longitude }) => longitude),
  ]
  // A small margin, so that a single place isn't a box without a size.
  const margin = 0.005
  return {
    west: Math.min(...longitudes) - margin,
    east: Math.max(...longitudes) + margin,
    south: Math.min(...latitudes) - margin,
    north: Math.max(...latitudes) + margin,
  }
}

/**
 * A map that shows the number of places at each point, before they become spots. Fills its container, which must have a
 * height.
 */
export function PointsMap({ points, label }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNearAndIdle(frame)
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const drawing = useMapBox(
    (engine, element, style) =>
      new engine.SpotMap(
        element,
        {
          view: viewOn(
            { bounds: findBounds(points) },
            { width: element.clientWidth, height: element.clientHeight },
          ),
          basemap: style,
          label,
          onBasemap: setBasemap,
        },
        { onMove: () => undefined, onSelect: () => undefined },
      ),
    { rest: !isNear },
  )
  const { map } = drawing
  useEffect(() => map?.setSpots(toItems(points)), [map, points])
  return <SmallMapFrame {...{ drawing, basemap, frame }} />
}
