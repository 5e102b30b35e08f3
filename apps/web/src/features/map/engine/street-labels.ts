import { m } from '../../../i18n/messages.ts'
import type { Colours } from './colours.ts'
import { REGULAR, STRONG } from './fonts.ts'
import type { ExpressionSpecification, LayerSpecification } from './gl.ts'
import { placeLabel } from './place-labels.ts'
import { matchesClass, layerFrom, type StreetSource } from './layer-parts.ts'
import { BESIDE_SPOTS, labelPaint, STREETS_FROM } from './shipped-layers.ts'

const NAME = placeLabel()

const STATION: ExpressionSpecification = [
  'all',
  matchesClass('railway', 'bus', 'ferry'),
  [
    'in',
    ['coalesce', ['get', 'subclass'], 'station'],
    ['literal', ['station', 'halt', 'bus_station', 'ferry_terminal']],
  ],
] as ExpressionSpecification
const SKATEPARK: ExpressionSpecification = [
  'any',
  matchesClass('skatepark'),
  ['in', ['get', 'subclass'], ['literal', ['skateboard', 'skatepark', 'skate_park']]],
]

type From = ReturnType<typeof layerFrom>

/** Returns layers of dots with a name below each. */
function points(
  c: Colours,
  from: From,
  id: string,
  filter: ExpressionSpecification,
  colour: string,
  minzoom: number,
): LayerSpecification[] {
  return [
    {
      ...from(`${id}-dots`, 'poi', minzoom),
      type: 'circle',
      filter,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 13, 2.5, 17, 5],
        'circle-color': colour,
        'circle-stroke-color': c.halo,
        'circle-stroke-width': 1.5,
      },
    },
    {
      ...from(`${id}-names`, 'poi', minzoom),
      type: 'symbol',
      filter,
      layout: {
        'text-field': id === 'skatepark' ? ['coalesce', NAME, m.map_skatepark()] : NAME,
        'text-font': STRONG,
        'text-size': 11.5,
        'text-anchor': 'top',
        'text-offset': [0, 0.6],
        'text-max-width': 8,
      },
      paint: { 'text-color': colour, 'text-halo-color': c.halo, 'text-halo-width': 1.6 },
    },
  ]
}

function streetNames(c: Colours, from: From): LayerSpecification[] {
  return [
    {
      ...from('street-names', 'transportation_name', 13),
      type: 'symbol',
      layout: {
        'symbol-placement': 'line',
        'text-field': NAME,
        'text-font': REGULAR,
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 17, 13],
        'symbol-spacing': 320,
        'text-max-angle': 35,
        // If two labels collide, the larger street wins.
        'symbol-sort-key': [
          'match',
          ['get', 'class'],
          ['motorway', 'trunk', 'primary'],
          1,
          ['secondary', 'tertiary'],
          2,
          ['path', 'track', 'service'],
          4,
          3,
        ],
      },
      paint: { ...labelPaint(c), 'text-halo-width': 1.6 },
    },
  ]
}

function natureNames(c: Colours, from: From): LayerSpecification[] {
  const paint = labelPaint(c)
  return [
    {
      ...from('park-names', 'park', 13),
      type: 'symbol',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'text-field': NAME, 'text-font': STRONG, 'text-size': 11, 'text-max-width': 8 },
      paint: { ...paint, 'text-color': c.parkLabel },
    },
    {
      ...from('water-names', 'water_name', 8),
      type: 'symbol',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': NAME,
        'text-font': ['Instrument Sans Variable Italic', ...REGULAR.slice(1)],
        'text-size': 12,
        'text-max-width': 7,
      },
      paint: { 'text-color': c.me, 'text-opacity': 0.75 },
    },
  ]
}

// Squares, districts, and towns.
function settlementNames(c: Colours, from: From): LayerSpecification[] {
  const place = (
    id: string,
    classes: string[],
    minzoom: number,
    layout: object,
    maxzoom = 24,
  ): LayerSpecification => ({
    ...from(id, 'place', minzoom),
    type: 'symbol',
    maxzoom,
    filter: ['in', ['get', 'class'], ['literal', classes]],
    layout: {
      'text-field': NAME,
      'text-font': STRONG,
      'text-max-width': 8,
      'symbol-sort-key': ['coalesce', ['get', 'rank'], 99],
      ...layout,
    },
    paint: labelPaint(c),
  })
  return [
    place('squares', ['square'], 15, { 'text-size': 11.5, 'text-font': REGULAR }),
    place('districts', ['suburb', 'quarter', 'neighbourhood'], 12, {
      'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10.5, 16, 12.5],
      'text-transform': 'uppercase',
      'text-letter-spacing': 0.12,
    }),
    place('villages', ['town', 'village', 'hamlet'], 8.5, {
      ...BESIDE_SPOTS,
      'text-size': ['interpolate', ['linear'], ['zoom'], 8, 11, 14, 15],
    }),
    place(
      'cities',
      ['city'],
      STREETS_FROM,
      { ...BESIDE_SPOTS, 'text-size': ['interpolate', ['linear'], ['zoom'], 7, 13, 12, 18] },
      13.5,
    ),
  ]
}

/** Returns the labels for streets, parks, bodies of water, stations, districts, and towns. */
export function streetLabels(c: Colours, source: StreetSource): LayerSpecification[] {
  const from = layerFrom(source)
  return [
    ...streetNames(c, from),
    ...natureNames(c, from),
    ...points(c, from, 'station', STATION, c.label, 14),
    ...points(c, from, 'skatepark', SKATEPARK, c.parkLabel, 13),
    ...settlementNames(c, from),
  ]
}
