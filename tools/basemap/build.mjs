/**
 * Builds apps/web/public/basemap/world.pmtiles, the map that's always there: land, lakes, borders, names; zoom 0-6.
 *
 *   cd tools/basemap && npm install && npm run build
 *
 * Schema, sources, and licenses: README.md.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { PmtilesWriter } from '../../apps/server/src/modules/streets/pmtiles-writer.ts'
import { cleanPolygons } from './clean-polygons.mjs'
import { boundaries, cityLabels, countryLabels, polygons, stateLabels } from './layers.mjs'

const OUT = fileURLToPath(new URL('../../apps/web/public/basemap/world.pmtiles', import.meta.url))
const MAX_ZOOM = 6
/** Minimum population for a town to appear at each zoom level; the last level also serves all closer views. */
const POPULATION = [10e6, 5e6, 2e6, 1e6, 400e3, 100e3, 6000]
/** In square degrees; larger shapes are the ocean. The Caspian Sea has 130. */
const OCEAN = 10_000
/** Minimum area of lakes and islands, in square pixels of a 512-pixel tile. More lakes appear up close. */
function leastPixels(kind, z) {
  return kind === 'land' ? 12 : z === MAX_ZOOM ? 160 : 600
}

/** Returns the number of units across a tile. The last level is enlarged up to zoom 22, so it has more. */
function getExtent(z) {
  return z === MAX_ZOOM ? 2048 : 1024
}

function cutter(features, z, { tolerance, buffer }) {
  const extent = getExtent(z)
  return new GeoJSONVT(
    { type: 'FeatureCollection', features },
    // One more than needed, because the library doesn't simplify its last zoom level.
    {
      maxZoom: z + 1,
      indexMaxZoom: Math.min(z, 2),
      extent,
      buffer: (buffer * extent) / 4096,
      tolerance: (tolerance * extent) / 4096,
    },
  )
}

function largeEnough(kind, z) {
  const pixel = 360 / (512 * 2 ** z)
  return source[kind].filter((f) => f.extentDegrees >= leastPixels(kind, z) * pixel * pixel)
}

/** Adds the area of the outer ring's bounding box, for {@link largeEnough}. */
function measured(features) {
  for (const f of features) {
    const ring = f.geometry.coordinates[0]
    let [w, s, e, n] = [180, 90, -180, -90]
    for (const [x, y] of ring) [w, s, e, n] = [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)]
    f.extentDegrees = (e - w) * (n - s)
  }
  return features
}

const started = performance.now()

function seconds() {
  return `${((performance.now() - started) / 1000).toFixed(0)} s`
}

const source = {
  land: measured(polygons('earth-lands-1km')),
  // One of the shapes is the ocean itself, which is drawn as the background.
  water: measured(polygons('earth-waterbodies-1km')).filter((f) => f.extentDegrees < OCEAN),
  boundary: boundaries(),
  country: countryLabels(),
  state: stateLabels(),
  city: cityLabels(POPULATION[MAX_ZOOM]),
}
console.log(`sources read after ${seconds()}`)

function placesAt(z) {
  return [
    ...source.country,
    ...(z >= 4 ? source.state : []),
    ...source.city.filter((c) => c.properties.pop >= POPULATION[z] || (c.properties.capital && z >= 3)),
  ]
}

/** Cuts the layers for one zoom level, with a tolerance in 1/4096 of a tile. */
function cutLayers(z, tolerance) {
  const lines = source.boundary.filter((f) => z >= 4 || f.properties.admin_level === 2)
  return {
    land: cutter(largeEnough('land', z), z, { tolerance, buffer: 64 }),
    water: z < 3 ? undefined : cutter(largeEnough('water', z), z, { tolerance, buffer: 64 }),
    boundary: z < 2 ? undefined : cutter(lines, z, { tolerance, buffer: 64 }),
    place: cutter(placesAt(z), z, { tolerance: 0, buffer: 128 }),
  }
}

const tiles = []
const errors = { found: 0, left: 0 }
for (let z = 0; z <= MAX_ZOOM; z++) {
  const cut = cutLayers(z, z === MAX_ZOOM ? 6 : 10)
  // If simplifying makes a shape cross itself, use a finer cut instead.
  let fine
  const cleanTile = (name, x, y) => {
    const tile = cut[name]?.getTile(z, x, y)
    if (!tile || cleanPolygons(tile, getExtent(z)) === 0) return tile
    errors.found++
    fine ??= cutLayers(z, 2)
    const better = fine[name].getTile(z, x, y)
    if (cleanPolygons(better, getExtent(z)) > 0) errors.left++
    return better
  }
  for (let x = 0; x < 2 ** z; x++)
    for (let y = 0; y < 2 ** z; y++) {
      const layers = {}
      for (const name of Object.keys(cut)) {
        const tile = cleanTile(name, x, y)
        if (tile?.features.length) layers[name] = tile
      }
      if (Object.keys(layers).length)
        tiles.push({ z, x, y, data: fromGeojsonVt(layers, { version: 2, extent: getExtent(z) }) })
    }
}

mkdirSync(dirname(OUT), { recursive: true })
rmSync(OUT, { force: true })
const archive = await PmtilesWriter.create(OUT)
for (const { z, x, y, data } of tiles) await archive.add(z, x, y, gzipSync(data, { level: 9 }))
const bytes = await archive.finish({
  minZoom: 0,
  maxZoom: MAX_ZOOM,
  bounds: { west: -180, south: -85, east: 180, north: 85 },
  metadata: {
    name: 'Nollie basemap',
    attribution: '© OpenStreetMap contributors, GeoNames, Natural Earth',
    vector_layers: [
      { id: 'land', fields: {} },
      { id: 'water', fields: {} },
      { id: 'boundary', fields: { admin_level: 'Number' } },
      {
        id: 'place',
        fields: {
          class: 'String',
          name: 'String',
          pop: 'Number',
          capital: 'Number',
          size: 'Number',
          from: 'Number',
        },
      },
    ],
  },
})
const byZoom = POPULATION.map((_, z) =>
  tiles.filter((t) => t.z === z).reduce((sum, t) => sum + t.data.length, 0),
)
console.log({ tiles: tiles.length, errors, bytes, rawByZoom: byZoom, after: seconds() })
