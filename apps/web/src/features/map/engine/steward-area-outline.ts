import { type Corner, unwrapped } from '@nollie/contract/stewards/area-shape'
import { token } from './colours.ts'
import type { GeoJSONSourceSpecification } from './gl.ts'

const toFeature = (corners: readonly Corner[]) => {
  const ring = unwrapped(corners).map(({ longitude, latitude }) => [longitude, latitude])
  const geometry =
    ring.length < 3
      ? { type: 'LineString' as const, coordinates: ring.length < 2 ? [] : ring }
      : { type: 'Polygon' as const, coordinates: [[...ring, ring[0] as number[]]] }
  return { type: 'Feature' as const, properties: {}, geometry }
}

/** The outlines of areas by their corners. Incomplete areas have as much of their outline as possible. */
export const toOutlines = (areas: readonly (readonly Corner[])[]) => ({
  type: 'FeatureCollection' as const,
  features: areas.map(toFeature),
})

/** The source of {@link toOutlines}. */
export const outlineSource = (areas: readonly (readonly Corner[])[]): GeoJSONSourceSpecification => ({
  type: 'geojson',
  data: toOutlines(areas),
})

/** The layers that draw the source `area` in the colors of the current theme. */
export const outlineLayers = (fill: number) => {
  const colour = token('--info')
  return [
    {
      ...{ id: 'area-fill', type: 'fill' as const, source: 'area' },
      paint: { 'fill-color': colour, 'fill-opacity': fill },
    },
    {
      ...{ id: 'area-line', type: 'line' as const, source: 'area' },
      paint: { 'line-color': colour, 'line-width': 2.5 },
    },
  ]
}
