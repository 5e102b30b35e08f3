/**
 * Simplifying turns small holes inside out or pushes them over the edge. Even a single one can make the map omit the
 * whole polygon and put half a country under water. So we omit holes, smallest first, until triangles fill the polygon.
 */
import earcut, { deviation } from 'earcut'

/** The largest invisible difference in area between the polygon and its triangles, relative to the polygon. */
const TOLERATED = 0.002
/** Minimum hole area for each attempt, in square pixels of a 512-pixel tile. */
const LEAST_HOLE = [6, 24, 100, 400, 1600, 6400, Number.POSITIVE_INFINITY]

function signedArea(ring) {
  let sum = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    sum += (ring[j][0] - ring[i][0]) * (ring[i][1] + ring[j][1])
  return sum / 2
}

function areaError(rings) {
  const holes = []
  const flat = []
  for (const [i, ring] of rings.entries()) {
    if (i > 0) holes.push(flat.length / 2)
    for (const [x, y] of ring) flat.push(x, y)
  }
  return deviation(flat, holes, 2, earcut(flat, holes, 2))
}

function cleaned(rings, pixel) {
  const [outer, ...holes] = rings
  const whole = signedArea(outer)
  if (Math.abs(whole) < pixel) return null
  const real = holes.map((ring) => ({ ring, area: signedArea(ring) })).filter(({ area }) => area * whole < 0)
  for (const least of LEAST_HOLE) {
    const remaining = [
      outer,
      ...real.filter(({ area }) => Math.abs(area) >= least * pixel).map(({ ring }) => ring),
    ]
    if (areaError(remaining) <= TOLERATED) return remaining
  }
  return [outer]
}

/**
 * Cleans a tile's polygons in place.
 * @returns how many still can't be filled because they cross themselves
 */
export function cleanPolygons(tile, extent) {
  const pixel = (extent / 512) ** 2
  let errors = 0
  tile.features = tile.features.filter((feature) => {
    if (feature.type !== 3) return true
    const rings = cleaned(feature.geometry, pixel)
    if (!rings) return false
    feature.geometry = rings
    if (rings.length === 1 && Math.abs(signedArea(rings[0])) > 400 * pixel && areaError(rings) > 0.02)
      errors++
    return true
  })
  return errors
}
