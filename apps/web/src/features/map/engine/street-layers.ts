import type { Colours } from './colours.ts'
import { REGULAR, STRONG } from './fonts.ts'
import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
} from './gl.ts'
import { STREETS_FROM } from './shipped-layers.ts'

/** Stops of a road's width: zoom, pixels, zoom, pixels, ... */
type Road = { id: string; classes: string[]; from: number; widths: number[]; big?: boolean }

// Thin to thick: what comes later is drawn above.
const ROADS: Road[] = [
  { id: 'path', classes: ['path', 'track', 'pedestrian'], from: 14, widths: [14, 0.6, 16, 1.6, 19, 7] },
  { id: 'service', classes: ['service', 'raceway'], from: 13.5, widths: [13.5, 0.5, 15, 2, 19, 12] },
  {
    id: 'minor',
    classes: ['minor', 'busway', 'bus_guideway'],
    from: 12,
    widths: [12, 0.6, 14, 2.6, 16, 7, 19, 26],
  },
  { id: 'tertiary', classes: ['tertiary'], from: 10.5, widths: [10.5, 0.6, 14, 4, 16, 9, 19, 32] },
  { id: 'secondary', classes: ['secondary'], from: 9, widths: [9, 0.6, 13, 3.4, 16, 11, 19, 36] },
  { id: 'primary', classes: ['primary'], from: 7.5, widths: [7.5, 0.6, 12, 3, 16, 12, 19, 40] },
  {
    id: 'trunk',
    classes: ['trunk'],
    from: STREETS_FROM,
    widths: [7, 0.8, 12, 3.4, 16, 13, 19, 42],
    big: true,
  },
  {
    id: 'motorway',
    classes: ['motorway'],
    from: STREETS_FROM,
    widths: [7, 1, 12, 3.8, 16, 14, 19, 44],
    big: true,
  },
]

const width = (widths: number[], more = 0): DataDrivenPropertyValueSpecification<number> =>
  [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    ...widths.map((n, i) => (i % 2 ? n + more : n)),
  ] as ExpressionSpecification

// Latin letters are what our font has; elsewhere the local name.
const NAME: ExpressionSpecification = ['coalesce', ['get', 'name:latin'], ['get', 'name']]

/** Streets from tiles of the OpenMapTiles schema (https://openmaptiles.org/schema/), in our own quiet style. */
export function streetLayers(c: Colours): LayerSpecification[] {
  return [...ground(c), ...roads(c), ...borders(c), ...labels(c)]
}

const from = (layer: string, minzoom = STREETS_FROM) => ({
  source: 'streets',
  'source-layer': layer,
  minzoom,
})

function ground(c: Colours): LayerSpecification[] {
  return [
    {
      id: 'woods',
      type: 'fill',
      ...from('landcover'),
      filter: ['in', ['get', 'class'], ['literal', ['wood', 'grass']]],
      paint: {
        'fill-color': ['match', ['get', 'class'], 'wood', c.tree, c.park],
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 7, 0.35, 12, 0.6],
      },
    },
    {
      id: 'parks',
      type: 'fill',
      ...from('park'),
      paint: { 'fill-color': c.park, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 8, 0.5, 13, 1] },
    },
    {
      id: 'grounds',
      type: 'fill',
      ...from('landuse', 12),
      filter: [
        'in',
        ['get', 'class'],
        ['literal', ['cemetery', 'pitch', 'track', 'playground', 'stadium', 'garden']],
      ],
      paint: { 'fill-color': c.park, 'fill-opacity': 0.7 },
    },
    {
      id: 'rivers',
      type: 'line',
      ...from('waterway'),
      paint: {
        'line-color': c.water,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 8, 0.5, 14, 2, 18, 8],
      },
    },
    {
      id: 'water',
      type: 'fill',
      ...from('water'),
      filter: ['!=', ['get', 'brunnel'], 'tunnel'],
      paint: { 'fill-color': c.water, 'fill-outline-color': c.shore },
    },
    {
      id: 'runways',
      type: 'line',
      ...from('aeroway', 11),
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': c.road, 'line-width': width([11, 1.5, 16, 24]) },
    },
    {
      id: 'buildings',
      type: 'fill',
      ...from('building', 13.5),
      paint: {
        'fill-color': c.building,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13.5, 0, 14.5, 1],
      },
    },
  ]
}

const isRoad = ({ classes }: Road): FilterSpecification => ['in', ['get', 'class'], ['literal', classes]]
// A tunnel is there, but under everything.
const tunnel = (): DataDrivenPropertyValueSpecification<number> => [
  'match',
  ['get', 'brunnel'],
  'tunnel',
  0.4,
  1,
]

function roads(c: Colours): LayerSpecification[] {
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
  const casings = ROADS.filter((road) => road.id !== 'path').map(
    (road): LayerSpecification => ({
      id: `${road.id}-case`,
      type: 'line',
      ...from('transportation', road.from),
      filter: isRoad(road),
      layout,
      paint: {
        'line-color': road.big ? c.highwayLine : c.roadCase,
        'line-width': width(road.widths, 1.4),
        'line-opacity': tunnel(),
      },
    }),
  )
  const fills = ROADS.map(
    (road): LayerSpecification => ({
      id: road.id,
      type: 'line',
      ...from('transportation', road.from),
      filter: isRoad(road),
      layout,
      paint: {
        'line-color': road.big ? c.highway : c.road,
        'line-width': width(road.widths),
        'line-opacity': tunnel(),
      },
    }),
  )
  const rails: LayerSpecification = {
    id: 'rails',
    type: 'line',
    ...from('transportation', 11),
    filter: ['in', ['get', 'class'], ['literal', ['rail', 'transit']]],
    paint: {
      'line-color': c.rail,
      'line-width': width([11, 0.6, 16, 2.2]),
      'line-dasharray': [4, 2.5],
      'line-opacity': tunnel(),
    },
  }
  return [...casings, rails, ...fills]
}

function borders(c: Colours): LayerSpecification[] {
  return [
    {
      id: 'street-borders',
      type: 'line',
      ...from('boundary'),
      filter: ['all', ['<=', ['get', 'admin_level'], 4], ['!=', ['get', 'maritime'], 1]],
      paint: {
        'line-color': c.rail,
        'line-width': ['match', ['get', 'admin_level'], 2, 1.6, 0.8],
        'line-dasharray': [4, 2],
        'line-opacity': ['match', ['get', 'admin_level'], 2, 1, 0.6],
      },
    },
  ]
}

function labels(c: Colours): LayerSpecification[] {
  const paint = { 'text-color': c.label, 'text-halo-color': c.halo, 'text-halo-width': 1.4 }
  const place = (
    id: string,
    classes: string[],
    minzoom: number,
    layout: object,
    maxzoom = 24,
  ): LayerSpecification => ({
    id,
    type: 'symbol',
    ...from('place', minzoom),
    maxzoom,
    filter: ['in', ['get', 'class'], ['literal', classes]],
    layout: {
      'text-field': NAME,
      'text-font': STRONG,
      'text-max-width': 8,
      'symbol-sort-key': ['coalesce', ['get', 'rank'], 99],
      ...layout,
    },
    paint,
  })
  return [
    {
      id: 'street-names',
      type: 'symbol',
      ...from('transportation_name', 13),
      layout: {
        'symbol-placement': 'line',
        'text-field': NAME,
        'text-font': REGULAR,
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 17, 13],
        'symbol-spacing': 320,
        'text-max-angle': 35,
      },
      paint: { ...paint, 'text-halo-width': 1.6 },
    },
    {
      id: 'park-names',
      type: 'symbol',
      ...from('park', 13),
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'text-field': NAME, 'text-font': STRONG, 'text-size': 11, 'text-max-width': 8 },
      paint: { ...paint, 'text-color': c.parkLabel },
    },
    {
      id: 'water-names',
      type: 'symbol',
      ...from('water_name', 8),
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': NAME,
        'text-font': ['Instrument Sans Variable Italic', ...REGULAR.slice(1)],
        'text-size': 12,
        'text-max-width': 7,
      },
      paint: { 'text-color': c.me, 'text-opacity': 0.75 },
    },
    place('districts', ['suburb', 'quarter', 'neighbourhood'], 12, {
      'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10.5, 16, 12.5],
      'text-transform': 'uppercase',
      'text-letter-spacing': 0.12,
    }),
    place('villages', ['town', 'village', 'hamlet'], 8.5, {
      'text-size': ['interpolate', ['linear'], ['zoom'], 8, 11, 14, 15],
    }),
    place(
      'cities',
      ['city'],
      STREETS_FROM,
      { 'text-size': ['interpolate', ['linear'], ['zoom'], 7, 13, 12, 18] },
      13.5,
    ),
  ]
}
