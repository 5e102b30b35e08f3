import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from './gl.ts'
import { STREETS_FROM } from './shipped-layers.ts'

/** Returns an expression for a line's width by zoom. Casings are `more` pixels wider. */
export function width(widths: number[], more = 0): DataDrivenPropertyValueSpecification<number> {
  return [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    ...widths.map((n, i) => (i % 2 ? n + more : n)),
  ] as ExpressionSpecification
}

/** The tile source: `own` for the operator's tiles, `streets` for public ones. Both use the same schema and style. */
export type StreetSource = 'own' | 'streets'

/** Builds the properties that all layers have in common. */
export type From = (
  id: string,
  layer: string,
  minzoom?: number,
) => { id: string; source: string; 'source-layer': string; minzoom: number }

/** Returns a function that builds the common properties for layers of `source`. */
export function layerFrom(source: StreetSource): From {
  return (id, layer, minzoom = STREETS_FROM) => ({
    id: `${source}-${id}`,
    source,
    'source-layer': layer,
    minzoom,
  })
}

/** Returns a filter for features with any of these classes; see https://openmaptiles.org/schema/. */
export function matchesClass(...classes: string[]): ExpressionSpecification {
  return ['in', ['get', 'class'], ['literal', classes]]
}
