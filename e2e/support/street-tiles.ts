import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { BrowserContext, Route } from '@playwright/test'

type Position = [number, number]
type Feature = {
  type: 'Feature'
  properties: Record<string, string | number>
  geometry: { type: string; coordinates: unknown }
}

/** The town's center: MACBA. */
export const TOWN = { latitude: 41.38321, longitude: 2.16693 }

const BLOCK = 0.0016
const BLOCKS = 14
const HOST = 'https://tiles.openfreemap.org'
const MAX_ZOOM = 14

function east(steps: number) {
  return TOWN.longitude + (steps * BLOCK) / Math.cos((TOWN.latitude * Math.PI) / 180)
}

function north(steps: number) {
  return TOWN.latitude + steps * BLOCK
}

function feature(type: string, coordinates: unknown, properties: Feature['properties']): Feature {
  return {
    type: 'Feature',
    properties,
    geometry: { type, coordinates },
  }
}

function box(x: number, y: number, w: number, h: number): Position[][] {
  return [
    [
      [east(x), north(y)],
      [east(x + w), north(y)],
      [east(x + w), north(y + h)],
      [east(x), north(y + h)],
      [east(x), north(y)],
    ],
  ]
}

function line(...points: Position[]) {
  return points.map(([x, y]) => [east(x), north(y)])
}

const steps = Array.from({ length: 2 * BLOCKS + 1 }, (_, i) => i - BLOCKS)

function roadClass(step: number) {
  return step % 7 === 0 ? 'primary' : step % 3 === 0 ? 'tertiary' : 'minor'
}

const streets = steps.flatMap((step) =>
  [line([-BLOCKS, step], [BLOCKS, step]), line([step, -BLOCKS], [step, BLOCKS])].map((points, direction) => ({
    points,
    class: roadClass(step),
    name: `${direction ? 'Carrer' : 'Avinguda'} ${step + BLOCKS + 1}`,
  })),
)

/**
 * An artificial town in the OpenMapTiles schema (https://openmaptiles.org/schema/), with a feature in every layer that
 * our style uses.
 */
const LAYERS: Record<string, Feature[]> = {
  water: [feature('Polygon', box(5.2, -60, 80, 56), { class: 'ocean' })],
  waterway: [
    feature('LineString', line([-14, 9], [-4, 7], [3, 9], [14, 8]), { class: 'river', name: 'Rec' }),
  ],
  landcover: [
    feature('Polygon', box(-13, 8, 5, 5), { class: 'wood' }),
    feature('Polygon', box(7, 3, 3, 3), { class: 'grass' }),
  ],
  landuse: [feature('Polygon', box(-6.9, -6.9, 1.8, 0.8), { class: 'pitch' })],
  park: [
    feature('Polygon', box(-2.9, 3.1, 2.8, 2.8), { class: 'park' }),
    feature('Point', [east(-1.5), north(4.5)], {
      class: 'park',
      name: 'Parc de la Font',
      'name:latin': 'Parc de la Font',
    }),
  ],
  building: steps
    .flatMap((x) => steps.map((y) => ({ x, y })))
    .filter(({ x, y }) => y > -4 && !(x >= -3 && x < 0 && y >= 3 && y < 6))
    .map(({ x, y }) =>
      feature('Polygon', box(x + 0.16, y + 0.16, 0.68, (x * 7 + y * 3) % 3 === 0 ? 0.3 : 0.68), {
        render_height: 12,
      }),
    ),
  boundary: [feature('LineString', line([-60, 20], [60, 22]), { admin_level: 4, maritime: 0 })],
  transportation: [
    ...streets.map(({ points, class: kind }) => feature('LineString', points, { class: kind })),
    feature('LineString', line([-40, -9], [-6, -2], [4, 12], [9, 40]), { class: 'motorway' }),
    feature('LineString', line([-40, 2], [0, 1.5], [40, 5]), { class: 'rail' }),
    feature('LineString', line([-2.9, 3.1], [-0.2, 5.9]), { class: 'path' }),
  ],
  transportation_name: streets.map(({ points, class: kind, name }) =>
    feature('LineString', points, { class: kind, name, 'name:latin': name }),
  ),
  water_name: [
    feature('Point', [east(12), north(-9)], { class: 'sea', name: 'Mar Balear', 'name:latin': 'Mar Balear' }),
  ],
  place: [
    feature('Point', [east(0.5), north(-2.5)], {
      class: 'suburb',
      name: 'el Raval',
      'name:latin': 'el Raval',
      rank: 10,
    }),
    feature('Point', [east(-6), north(6)], {
      class: 'neighbourhood',
      name: 'Sant Antoni',
      'name:latin': 'Sant Antoni',
      rank: 11,
    }),
    feature('Point', [east(0), north(0)], {
      class: 'city',
      name: 'Barcelona',
      'name:latin': 'Barcelona',
      rank: 3,
    }),
  ],
}

let indexes: [string, GeoJSONVT][] | undefined

/** Returns one of the town's tiles; empty tiles have no layers. */
export function streetTile(z: number, x: number, y: number): Buffer {
  indexes ??= Object.entries(LAYERS).map(([name, features]) => [
    name,
    new GeoJSONVT(
      { type: 'FeatureCollection', features },
      {
        maxZoom: MAX_ZOOM,
        indexMaxZoom: 8,
        tolerance: 1,
      },
    ),
  ])
  const layers: Record<string, NonNullable<ReturnType<GeoJSONVT['getTile']>>> = {}
  for (const [name, index] of indexes) {
    const tile = index.getTile(z, x, y)
    if (tile?.features.length) layers[name] = tile
  }
  return Buffer.from(fromGeojsonVt(layers, { version: 2 }))
}

/** The requests to the tile server, and a switch to make it fail. */
export type StreetServer = { requested: string[]; fail: boolean }

/** Replaces the public tile server: serves its TileJSON and the town's tiles. */
export async function serveStreets(context: BrowserContext): Promise<StreetServer> {
  const server: StreetServer = { requested: [], fail: false }
  const headers = { 'access-control-allow-origin': '*' }
  await context.route(`${HOST}/**`, async (route: Route) => {
    const { pathname } = new URL(route.request().url())
    server.requested.push(pathname)
    if (server.fail) return route.fulfill({ status: 503, headers, body: '' })
    if (pathname === '/planet')
      return route.fulfill({
        headers,
        json: {
          tilejson: '3.0.0',
          tiles: [`${HOST}/planet/test/{z}/{x}/{y}.pbf`],
          minzoom: 0,
          maxzoom: MAX_ZOOM,
        },
      })
    const [z, x, y] = (/(\d+)\/(\d+)\/(\d+)\.pbf$/.exec(pathname) ?? []).slice(1).map(Number)
    if (z === undefined || x === undefined || y === undefined) return route.fulfill({ status: 404, headers })
    return route.fulfill({ headers, contentType: 'application/x-protobuf', body: streetTile(z, x, y) })
  })
  return server
}
