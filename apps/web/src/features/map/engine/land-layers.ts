import type { Colours } from './colours.ts'
import type { LayerSpecification } from './gl.ts'
import { width, type From, matchesClass } from './layer-parts.ts'

// Land, forests, parks, and other grounds.
function grounds(c: Colours, from: From): LayerSpecification[] {
  return [
    { ...from('land', 'ground'), type: 'fill', paint: { 'fill-color': c.land } },
    {
      ...from('covers', 'landcover'),
      type: 'fill',
      filter: matchesClass('wood', 'grass', 'sand'),
      paint: {
        'fill-color': ['match', ['get', 'class'], 'wood', c.tree, 'sand', c.highway, c.park],
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 7, 0.35, 12, 0.6],
      },
    },
    {
      ...from('parks', 'park'),
      type: 'fill',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': c.park, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 8, 0.5, 13, 1] },
    },
    {
      ...from('grounds', 'landuse', 12),
      type: 'fill',
      filter: matchesClass('cemetery', 'pitch', 'track', 'playground', 'stadium', 'garden', 'golf_course'),
      paint: { 'fill-color': c.park, 'fill-opacity': 0.7 },
    },
    {
      ...from('yards', 'landuse', 13),
      type: 'fill',
      filter: matchesClass('school', 'university', 'college', 'hospital', 'parking', 'railway'),
      paint: { 'fill-color': c.building, 'fill-opacity': 0.55 },
    },
  ]
}

// Rivers, lakes, the sea, and their shores.
function waters(c: Colours, from: From): LayerSpecification[] {
  return [
    {
      ...from('rivers', 'waterway'),
      type: 'line',
      filter: ['!=', ['get', 'brunnel'], 'tunnel'],
      paint: {
        'line-color': c.water,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 8, 0.5, 14, 2, 18, 8],
      },
    },
    {
      ...from('water', 'water'),
      type: 'fill',
      filter: ['!=', ['get', 'brunnel'], 'tunnel'],
      paint: { 'fill-color': c.water },
    },
    {
      ...from('shore', 'water', 10),
      type: 'line',
      // An extract's sea ends at the extract's bounding box, where a shoreline would be wrong.
      filter: ['all', ['!=', ['get', 'brunnel'], 'tunnel'], ['!=', ['get', 'class'], 'ocean']],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': c.shore, 'line-width': ['interpolate', ['linear'], ['zoom'], 10, 0.6, 16, 1.4] },
    },
  ]
}

// Paved areas, and skateparks.
function pavedAreas(c: Colours, from: From): LayerSpecification[] {
  return [
    {
      ...from('plazas', 'landuse', 13),
      type: 'fill',
      filter: matchesClass('pedestrian', 'pier'),
      paint: { 'fill-color': c.road, 'fill-outline-color': c.roadCase },
    },
    {
      ...from('skateparks', 'landuse', 12),
      type: 'fill',
      filter: matchesClass('skatepark'),
      paint: { 'fill-color': c.parkLabel, 'fill-opacity': 0.22 },
    },
    {
      ...from('skatepark-edges', 'landuse', 14),
      type: 'line',
      filter: matchesClass('skatepark'),
      paint: { 'line-color': c.parkLabel, 'line-width': 1.6 },
    },
    {
      ...from('runways', 'aeroway', 11),
      type: 'line',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': c.road, 'line-width': width([11, 1.5, 16, 24]) },
    },
  ]
}

// Buildings, which appear while zooming in.
function buildings(c: Colours, from: From): LayerSpecification[] {
  return [
    {
      ...from('buildings', 'building', 13.5),
      type: 'fill',
      paint: {
        'fill-color': c.building,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13.5, 0, 14.5, 1],
      },
    },
    {
      ...from('building-edges', 'building', 15),
      type: 'line',
      paint: {
        'line-color': c.roadCase,
        'line-width': ['interpolate', ['linear'], ['zoom'], 15, 0.4, 18, 1],
      },
    },
  ]
}

/** Returns the layers below the roads: land, parks, water, and buildings. */
export function landAreas(c: Colours, from: From): LayerSpecification[] {
  return [...grounds(c, from), ...waters(c, from), ...pavedAreas(c, from), ...buildings(c, from)]
}

/** Returns the layers for country and region borders, which are drawn on top of everything. */
export function borders(c: Colours, from: From): LayerSpecification[] {
  return [
    {
      ...from('borders', 'boundary'),
      type: 'line',
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
