import type { TileFeature, TileLayer } from '../modules/streets/index.ts'

// Converts tiles from the Protomaps basemap (https://docs.protomaps.com/basemaps/layers) to the layers and classes of
// the OpenMapTiles schema, so that one style and one index are enough.

type Tags = TileFeature['tags']
type Given = { layer: string; tags: Tags } | null

const POINT = 1
const POLYGON = 3

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function named(tags: Tags): Tags {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => key === 'name' || key.startsWith('name:')))
}

const COVERS: Record<string, string> = {
  forest: 'wood',
  wood: 'wood',
  grass: 'grass',
  grassland: 'grass',
  scrub: 'grass',
  meadow: 'grass',
  village_green: 'grass',
  allotments: 'grass',
  orchard: 'grass',
  farmland: 'farmland',
  beach: 'sand',
  sand: 'sand',
  glacier: 'ice',
  barren: 'rock',
}
const PARKS = new Set(['park', 'nature_reserve', 'national_park', 'garden', 'protected_area'])
const STATIONS: Record<string, string> = {
  station: 'railway',
  train_station: 'railway',
  halt: 'railway',
  bus_station: 'bus',
  ferry_terminal: 'ferry',
}

function isSkate({ kind, sport }: Tags) {
  return /^skate_?park$/.test(text(kind)) || /skateboard/.test(text(sport))
}

function roadClass({ kind, kind_detail }: Tags): string {
  const [sort, detail] = [text(kind), text(kind_detail).replace(/_link$/, '')]
  if (sort === 'rail')
    return ['subway', 'tram', 'light_rail', 'monorail'].includes(detail) ? 'transit' : 'rail'
  if (sort === 'path') return detail === 'track' ? 'track' : 'path'
  if (['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'service', 'raceway'].includes(detail))
    return detail
  if (sort === 'highway') return 'motorway'
  if (sort === 'major_road' || sort === 'medium_road') return detail || 'secondary'
  if (sort === 'aeroway') return 'aeroway'
  return sort === 'ferry' ? 'ferry' : 'minor'
}

function road(tags: Tags): Tags {
  const group = roadClass(tags)
  const tunnel = tags.is_tunnel === true || tags.is_tunnel === 1
  const bridge = tags.is_bridge === true || tags.is_bridge === 1
  return {
    class: group,
    ...(text(tags.kind_detail) && text(tags.kind_detail) !== group && { subclass: text(tags.kind_detail) }),
    ...(tunnel ? { brunnel: 'tunnel' } : bridge ? { brunnel: 'bridge' } : {}),
  }
}

function ground(tags: Tags): Given {
  const kind = text(tags.kind)
  if (isSkate(tags)) return { layer: 'landuse', tags: { class: 'skatepark', ...named(tags) } }
  if (PARKS.has(kind)) return { layer: 'park', tags: { class: 'park', ...named(tags) } }
  const cover = COVERS[kind]
  return cover
    ? { layer: 'landcover', tags: { class: cover } }
    : { layer: 'landuse', tags: { class: kind || 'other' } }
}

function place(tags: Tags): Given {
  const [kind, detail] = [text(tags.kind), text(tags.kind_detail)]
  if (kind === 'country' || kind === 'region') return null
  const group = detail || (kind === 'locality' ? 'town' : kind === 'macrohood' ? 'suburb' : kind)
  const people = Number(tags.population ?? 0)
  return {
    layer: 'place',
    tags: {
      class: group,
      rank: Math.max(1, 15 - Number(tags.population_rank ?? 5)),
      ...(people > 0 && { population: people }),
      ...named(tags),
    },
  }
}

function poi(tags: Tags): Given {
  const kind = text(tags.kind)
  if (isSkate(tags)) return { layer: 'poi', tags: { class: 'skatepark', ...named(tags) } }
  if (PARKS.has(kind)) return { layer: 'park', tags: { class: 'park', ...named(tags) } }
  const station = STATIONS[kind]
  return station ? { layer: 'poi', tags: { class: station, ...named(tags) } } : null
}

function border(tags: Tags): Given {
  const level = Number(tags.kind_detail ?? tags.min_admin_level ?? (tags.kind === 'country' ? 2 : 4))
  return { layer: 'boundary', tags: { admin_level: level, maritime: 0 } }
}

function given(layer: string, { type, tags }: TileFeature): Given {
  const kind = text(tags.kind)
  switch (layer) {
    case 'earth':
      return type === POLYGON ? { layer: 'ground', tags: { class: 'land' } } : null
    case 'water':
      if (type === POINT) return { layer: 'water_name', tags: { class: kind, ...named(tags) } }
      return type === POLYGON
        ? { layer: 'water', tags: { class: kind || 'lake' } }
        : { layer: 'waterway', tags: { class: kind || 'stream' } }
    case 'landcover':
      return { layer: 'landcover', tags: { class: COVERS[kind] ?? kind } }
    case 'landuse':
    case 'natural':
      return ground(tags)
    case 'buildings':
      return type === POLYGON ? { layer: 'building', tags: {} } : null
    case 'roads':
    case 'transit':
      return { layer: 'transportation', tags: road(tags) }
    case 'places':
      return place(tags)
    case 'pois':
      return poi(tags)
    case 'boundaries':
      return border(tags)
    default:
      return null
  }
}

/** Whether these are the Protomaps basemap's layers. */
export function isProtomaps(layers: readonly string[]): boolean {
  return layers.includes('roads') && (layers.includes('earth') || layers.includes('pois'))
}

/** Converts a tile from the Protomaps schema to ours. */
export function fromProtomaps(layers: readonly TileLayer[]): TileLayer[] {
  const made = new Map<string, TileLayer>()
  const put = (name: string, extent: number, feature: TileFeature) => {
    const layer = made.get(name) ?? { name, extent, features: [] }
    made.set(name, layer)
    if (layer.extent === extent) layer.features.push(feature)
  }
  for (const { name, extent, features } of layers)
    for (const feature of features) {
      const it = given(name, feature)
      if (!it) continue
      put(it.layer, extent, { ...feature, tags: it.tags })
      if (it.layer === 'transportation' && text(feature.tags.name))
        put('transportation_name', extent, {
          ...feature,
          tags: { class: it.tags.class ?? '', ...named(feature.tags) },
        })
    }
  return [...made.values()]
}
