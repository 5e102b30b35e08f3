import { type Corner, unwrapped } from '@nollie/contract/stewards/area-shape'
import { token } from './colours.ts'
import type { GeoJSONSourceSpecification } from './gl.ts'

function toFeature(corners: readonly Corner[]) {
  const ring = unwrapped(corners).map(({ longitude, latitude }) => [longitude, latitude])
  const geometry =
    ring.length < 3
      ? { type: 'LineString' as const, coordinates: ring.length < 2 ? [] : ring }
      : { type: 'Polygon' as const, coordinates: [[...ring, ring[0] as number[]]] }
  return { type: 'Feature' as const, properties: {}, geometry }
}

/** Converts areas to GeoJSON outlines. An unfinished area gets as much of its outline as its corners allow. */
export function toOutlines(areas: readonly (readonly Corner[])[]) {
  return {
    type: 'FeatureCollection' as const,
    features: areas.map(toFeature),
  }
}

/** Returns a map source with the outlines from {@link toOutlines}. */
export function outlineSource(areas: readonly (readonly Corner[])[]): GeoJSONSourceSpecification {
  return {
    type: 'geojson',
    data: toOutlines(areas),
  }
}

/** Returns the layers for the source `area` in the current theme's colors. */
export function outlineLayers(fill: number) {
  const colour = token('--info')
  return [
    {
      id: 'area-fill',
      type: 'fill' as const,
      source: 'area',
      paint: { 'fill-color': colour, 'fill-opacity': fill },
    },
    {
      id: 'area-line',
      type: 'line' as const,
      source: 'area',
      paint: { 'line-color': colour, 'line-width': 2.5 },
    },
  ]
}
