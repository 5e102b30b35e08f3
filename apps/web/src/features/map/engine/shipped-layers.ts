import type { Colours } from './colours.ts'
import { REGULAR, STRONG } from './fonts.ts'
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  SymbolLayerSpecification,
} from './gl.ts'
import { countryLabel } from './place-labels.ts'

/** From this zoom on, streets replace the shipped map wherever they are available. */
export const STREETS_FROM = 7

/** From this zoom on, more detailed tiles draw the coast. */
const COAST_FROM = 8
/** From this zoom on, the operator's streets contain town names. */
const OWN_TOWNS_FROM = 8
/** The shipped borders are accurate to only one kilometer, so they aren't drawn past this zoom. */
const BORDERS_TO = 11

/**
 * Returns the sources for the shipped maps; tools/basemap/README.md describes their tiles. `again` counts the retries.
 */
export function shippedSources(again: { world: number; coast: number }): Record<string, SourceSpecification> {
  const archive = (name: 'world' | 'coast'): SourceSpecification => ({
    type: 'vector',
    url: `pmtiles://${location.origin}/basemap/${name}.pmtiles${again[name] ? `?${again[name]}` : ''}`,
  })
  return { world: archive('world'), coast: archive('coast') }
}

/**
 * Returns the layers for land, lakes, and borders. The sea is the background under the land, because a sea polygon is
 * too large to draw without errors. If `streets`, the layers end where streets begin, and the background is land.
 */
export function shippedLand(c: Colours, streets: boolean): LayerSpecification[] {
  const end = streets ? { maxzoom: STREETS_FROM } : {}
  const world = { source: 'world', ...end }
  const shore = ['interpolate', ['linear'], ['zoom'], 4, 0.5, 8, 1.2, 14, 1.6] as ExpressionSpecification
  return [
    {
      id: 'ground',
      type: 'background',
      paint: { 'background-color': streets ? ['step', ['zoom'], c.water, STREETS_FROM, c.land] : c.water },
    },
    { id: 'land', type: 'fill', ...world, 'source-layer': 'land', paint: { 'fill-color': c.land } },
    {
      id: 'shore',
      type: 'line',
      ...world,
      'source-layer': 'land',
      minzoom: 4,
      paint: { 'line-color': c.shore, 'line-width': shore },
    },
    { id: 'lakes', type: 'fill', ...world, 'source-layer': 'water', paint: { 'fill-color': c.water } },
    ...(streets ? [] : coast(c, shore)),
    {
      id: 'state-borders',
      type: 'line',
      maxzoom: BORDERS_TO,
      ...world,
      'source-layer': 'boundary',
      minzoom: 3.5,
      filter: ['==', ['get', 'admin_level'], 4],
      paint: { 'line-color': c.rail, 'line-opacity': 0.6, 'line-width': 0.8, 'line-dasharray': [3, 2] },
    },
    {
      id: 'borders',
      type: 'line',
      maxzoom: BORDERS_TO,
      ...world,
      'source-layer': 'boundary',
      filter: ['==', ['get', 'admin_level'], 2],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': c.rail, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.7, 6, 1.4] },
    },
  ]
}

// Each coast tile also contains its own sea, which hides the coarser land underneath.
function coast(c: Colours, shore: ExpressionSpecification): LayerSpecification[] {
  const from = (layer: string) => ({ source: 'coast', 'source-layer': layer, minzoom: COAST_FROM })
  return [
    { id: 'coast-sea', type: 'fill', ...from('sea'), paint: { 'fill-color': c.water } },
    { id: 'coast-land', type: 'fill', ...from('land'), paint: { 'fill-color': c.land } },
    {
      id: 'coast-shore',
      type: 'line',
      ...from('land'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': c.shore, 'line-width': shore },
    },
    { id: 'coast-lakes', type: 'fill', ...from('water'), paint: { 'fill-color': c.water } },
  ]
}

type Box = { west: number; south: number; east: number; north: number }

/** Returns country, state, and town labels. Inside `regions`, the operator's tiles label towns when zoomed in. */
export function shippedNames(c: Colours, streets: boolean, regions: readonly Box[]): LayerSpecification[] {
  const world = { source: 'world', ...(streets ? { maxzoom: STREETS_FROM } : {}) }
  return [townNames(c, world, regions), stateNames(c, world), countryNames(c, world)]
}

function outside(regions: readonly Box[]): ExpressionSpecification[] {
  if (regions.length === 0) return []
  const coordinates = regions.map(({ west, south, east, north }) => [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ])
  return [['step', ['zoom'], true, OWN_TOWNS_FROM, ['!', ['within', { type: 'MultiPolygon', coordinates }]]]]
}

/** Places a town's name at its center, or next to it if spots are in the way, with room for pins above the center. */
export const BESIDE_SPOTS = {
  'text-variable-anchor-offset': [
    'center',
    [0, 0],
    'top',
    [0, 1.3],
    'left',
    [1.4, 0],
    'right',
    [-1.4, 0],
    'bottom',
    [0, -3.2],
    'top-left',
    [1.6, 1.6],
    'top-right',
    [-1.6, 1.6],
    'bottom-left',
    [1.6, -3.2],
    'bottom-right',
    [-1.6, -3.2],
  ] as (string | [number, number])[],
  'text-justify': 'auto',
} satisfies SymbolLayerSpecification['layout']

type World = { source: string; maxzoom?: number }

/** Returns the colors of labels with a halo. */
export function labelPaint(c: Colours) {
  return { 'text-color': c.label, 'text-halo-color': c.halo, 'text-halo-width': 1.4 }
}

function townNames(c: Colours, world: World, regions: readonly Box[]): LayerSpecification {
  return {
    id: 'towns',
    type: 'symbol',
    ...world,
    'source-layer': 'place',
    minzoom: 3,
    filter: [
      'all',
      ['==', ['get', 'class'], 'city'],
      ['>=', ['get', 'pop'], ['step', ['zoom'], 2e6, 4, 7e5, 5, 2e5, 6, 8e4, 7, 3e4, 8, 0]],
      ...outside(regions),
    ],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['case', ['>=', ['get', 'pop'], 1e6], ['literal', STRONG], ['literal', REGULAR]],
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        11,
        6,
        ['case', ['>=', ['get', 'pop'], 1e6], 14, 12],
        10,
        15,
      ],
      'text-max-width': 8,
      ...BESIDE_SPOTS,
      'symbol-sort-key': ['-', 0, ['get', 'pop']],
    },
    paint: labelPaint(c),
  }
}

function stateNames(c: Colours, world: World): LayerSpecification {
  return {
    id: 'states',
    type: 'symbol',
    ...world,
    'source-layer': 'place',
    minzoom: 4,
    filter: ['all', ['==', ['get', 'class'], 'state'], ['<=', ['get', 'from'], ['+', ['zoom'], 0.5]]],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': REGULAR,
      'text-size': 11,
      'text-letter-spacing': 0.08,
      'text-max-width': 7,
    },
    paint: { ...labelPaint(c), 'text-opacity': 0.75 },
  }
}

function countryNames(c: Colours, world: World): LayerSpecification {
  return {
    id: 'countries',
    type: 'symbol',
    ...world,
    'source-layer': 'place',
    minzoom: 1,
    maxzoom: STREETS_FROM,
    filter: [
      'all',
      ['==', ['get', 'class'], 'country'],
      ['>=', ['get', 'size'], ['step', ['zoom'], 2000, 2, 900, 3, 200, 4, 10, 5, 0]],
    ],
    layout: {
      'text-field': countryLabel(),
      'text-font': STRONG,
      'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 3, 11.5, 6, 15],
      'text-letter-spacing': 0.04,
      'text-max-width': 6,
      ...BESIDE_SPOTS,
      'symbol-sort-key': ['-', 0, ['get', 'size']],
    },
    paint: { ...labelPaint(c), 'text-color': c.ink },
  }
}
