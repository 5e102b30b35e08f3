import { readParts, type StreetKind, type TileFeature, type TileLayer } from '../modules/streets/index.ts'
import type { IndexBuilder } from './index-builder.ts'
import { type Named, namedBy, listNames } from './named.ts'
import type { FileTile } from './tile-files.ts'

/** Maximum number of a line's points used for its box and position. */
const SAMPLES = 8

function text(value: unknown): string {
  return value === undefined ? '' : String(value)
}

const STATIONS: Record<string, number> = { railway: 0.6, bus: 0.5, ferry: 0.5, tram: 0.4 }

function namedIn(layer: string, { tags, type }: TileFeature): Named | null {
  const [group, subclass] = [text(tags.class), text(tags.subclass)]
  switch (layer) {
    case 'transportation_name':
      return (
        namedBy({ highway: subclass || (group === 'path' ? 'footway' : group) }) ??
        namedBy({ highway: group })
      )
    case 'place':
      return namedBy({ place: group, population: text(tags.population) })
    case 'park':
      return type === 1 ? { kind: 'park', importance: 0.46 } : null
    case 'landuse':
      return group === 'skatepark' ? { kind: 'skatepark', importance: 0.66 } : null
    case 'poi': {
      if (group === 'skatepark' || /skate/.test(subclass)) return { kind: 'skatepark', importance: 0.66 }
      const importance = STATIONS[group]
      return importance !== undefined && !/stop|entrance/.test(subclass)
        ? { kind: 'station', importance }
        : null
    }
    default:
      return null
  }
}

function namesIn({ tags }: TileFeature, kind: StreetKind): string[] {
  return listNames(
    Object.fromEntries(
      Object.entries(tags).map(([key, value]) => [key.replace(/^name_/, 'name:'), text(value)]),
    ),
    kind,
  )
}

/** Adds a tile's named features to the index; the tile must use our schema. */
export function indexTile(
  index: IndexBuilder,
  { z, x, y }: Omit<FileTile, 'data'>,
  layers: readonly TileLayer[],
): void {
  for (const { name, extent, features } of layers)
    for (const feature of features) {
      const named = namedIn(name, feature)
      const names = named ? namesIn(feature, named.kind) : []
      if (!named || names.length === 0) continue
      const all = readParts(feature).flat()
      const step = Math.max(1, (all.length - 1) / (SAMPLES - 1))
      const points: number[] = []
      for (let at = 0; at < all.length; at += step) {
        const [px, py] = all[Math.round(at)] ?? [0, 0]
        points.push(((x + px / extent) / 2 ** z) * 360 - 180)
        points.push((Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + py / extent)) / 2 ** z))) * 180) / Math.PI)
      }
      index.add({ ...named, names, points })
    }
}
