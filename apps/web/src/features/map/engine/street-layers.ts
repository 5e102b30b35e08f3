import type { Colours } from './colours.ts'
import type { LayerSpecification } from './gl.ts'
import { landAreas, borders } from './land-layers.ts'
import { type StreetSource, layerFrom } from './layer-parts.ts'
import { roads } from './road-layers.ts'

/** Returns all layers except labels, for tiles that follow the OpenMapTiles schema. */
export function streetLand(c: Colours, source: StreetSource): LayerSpecification[] {
  const from = layerFrom(source)
  return [...landAreas(c, from), ...roads(c, from), ...borders(c, from)]
}
