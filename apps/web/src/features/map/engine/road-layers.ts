import type { Colours } from './colours.ts'
import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  LayerSpecification,
} from './gl.ts'
import { STREETS_FROM } from './shipped-layers.ts'
import { width, type From, matchesClass } from './layer-parts.ts'

/** `widths` alternates between zoom levels and widths in pixels. */
type Road = { id: string; classes: string[]; from: number; widths: number[]; big?: boolean }

// Sorted from thin to thick, because later layers are drawn on top of earlier ones.
const ROADS: Road[] = [
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

// Tunnels are visible but drawn below everything else.
function tunnel(): DataDrivenPropertyValueSpecification<number> {
  return ['match', ['get', 'brunnel'], 'tunnel', 0.4, 1]
}

const isPath = matchesClass('path', 'track')

function detail(...values: string[]): ExpressionSpecification {
  return ['in', ['get', 'subclass'], ['literal', values]]
}

function surface(value: string): ExpressionSpecification {
  return ['==', ['get', 'surface'], value]
}

const isStairs = detail('steps')

/** Returns the layers for roads, railroads, and paths, with their casings and surfaces. */
export function roads(c: Colours, from: From): LayerSpecification[] {
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
  const casings = ROADS.map(
    (road): LayerSpecification => ({
      ...from(`${road.id}-case`, 'transportation', road.from),
      type: 'line',
      filter: matchesClass(...road.classes),
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
      ...from(road.id, 'transportation', road.from),
      type: 'line',
      filter: matchesClass(...road.classes),
      layout,
      paint: {
        'line-color': road.big ? c.highway : c.road,
        'line-width': width(road.widths),
        'line-opacity': tunnel(),
      },
    }),
  )
  const rails: LayerSpecification = {
    ...from('rails', 'transportation', 11),
    type: 'line',
    filter: matchesClass('rail', 'transit'),
    paint: {
      'line-color': c.rail,
      'line-width': width([11, 0.6, 16, 2.2]),
      'line-dasharray': [4, 2.5],
      'line-opacity': tunnel(),
    },
  }
  return [...paths(c, from), ...casings, rails, ...fills, ...surfaces(c, from)]
}

// Asphalt and paved footways are drawn as lines, unpaved ones as dots, and stairs as steps.
function paths(c: Colours, from: From): LayerSpecification[] {
  const earthen: ExpressionSpecification = ['any', surface('unpaved'), detail('path', 'track', 'bridleway')]
  const widths = [14, 0.8, 16, 2, 19, 8]
  return [
    {
      ...from('path-case', 'transportation', 15.5),
      type: 'line',
      filter: ['all', isPath, ['!', isStairs], ['!', earthen]],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': c.roadCase, 'line-width': width(widths, 1.4), 'line-opacity': tunnel() },
    },
    {
      ...from('path', 'transportation', 14),
      type: 'line',
      filter: ['all', isPath, ['!', isStairs], ['!', earthen]],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': c.road, 'line-width': width(widths), 'line-opacity': tunnel() },
    },
    {
      ...from('trail', 'transportation', 14),
      type: 'line',
      filter: ['all', isPath, ['!', isStairs], earthen],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': c.rail, 'line-width': width([14, 0.8, 19, 3]), 'line-dasharray': [1.5, 1.5] },
    },
    {
      ...from('stairs-case', 'transportation', 14.5),
      type: 'line',
      filter: ['all', isPath, isStairs],
      paint: { 'line-color': c.road, 'line-width': width([14.5, 1.6, 16, 4, 19, 14]) },
    },
    {
      ...from('stairs', 'transportation', 14.5),
      type: 'line',
      filter: ['all', isPath, isStairs],
      paint: {
        'line-color': c.label,
        'line-opacity': 0.75,
        'line-width': width([14.5, 1.6, 16, 4, 19, 14]),
        'line-dasharray': [0.22, 0.34],
      },
    },
    {
      ...from('piers', 'transportation', 13),
      type: 'line',
      filter: matchesClass('pier'),
      paint: { 'line-color': c.road, 'line-width': width([13, 1, 16, 5, 19, 18]) },
    },
  ]
}

// Cobblestones are drawn as a fine row of dots, and unpaved ground as long dashes.
function surfaces(c: Colours, from: From): LayerSpecification[] {
  const sealed = ['!', isPath] as ExpressionSpecification
  return [
    {
      ...from('cobbles', 'transportation', 15),
      type: 'line',
      filter: ['all', sealed, surface('rough')],
      paint: { 'line-color': c.rail, 'line-width': width([15, 1, 19, 4]), 'line-dasharray': [1, 1.6] },
    },
    {
      ...from('unsealed', 'transportation', 14),
      type: 'line',
      filter: ['all', sealed, surface('unpaved')],
      paint: { 'line-color': c.rail, 'line-width': width([14, 0.8, 19, 4]), 'line-dasharray': [4, 3] },
    },
  ]
}
