import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from './gl.ts'
import { STREETS_FROM } from './shipped-layers.ts'

/** The width of a line by zoom; `more` pixels wider for a casing. */
export const width = (widths: number[], more = 0): DataDrivenPropertyValueSpecification<number> =>
  [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    ...widths.map((n, i) => (i % 2 ? n + more : n)),
  ] as ExpressionSpecification

/** The source of the tiles: `own` loaded by the operator, or public `streets`. Both have the same schema and style. */
export type StreetSource = 'own' | 'streets'

/** Makes the common properties of a layer. */
export type From = (
  id: string,
  layer: string,
  minzoom?: number,
) => { id: string; source: string; 'source-layer': string; minzoom: number }

/** Returns a function that makes the common properties of a layer of `source`. */
export const layerFrom =
  (source: StreetSource): From =>
  (id, layer, minzoom = STREETS_FROM) => ({ id: `${source}-${id}`, source, 'source-layer': layer, minzoom })

/** A filter for features of these classes; see https://openmaptiles.org/schema/. */
export const matchesClass = (...classes: string[]): ExpressionSpecification => [
  'in',
  ['get', 'class'],
  ['literal', classes],
]
