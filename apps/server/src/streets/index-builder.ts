import { findPlaceAt } from '../modules/places/index.ts'
import type { StreetKind, StreetRow } from '../modules/streets/index.ts'

/** A named feature: a way of a street, a park, or a station. `points` alternates longitudes and latitudes. */
export type Piece = { kind: StreetKind; names: string[]; importance: number; points: number[] }

/** A cell's size in degrees. Pieces with the same name in the same or nearby cells are one street. */
const CELL = 0.01
/** How many of a cell's points are stored. The street's position is one of them, so it's always on the street. */
const SAMPLES = 12

type Cell = { x: number; y: number; points: number[]; box: [number, number, number, number]; pieces: number }
type Group = { kind: StreetKind; names: Set<string>; importance: number; cells: Map<string, Cell> }

/** Collects named pieces and builds rows from them: all ways of a street become one row. */
export class IndexBuilder {
  readonly #groups = new Map<string, Group>()

  add({ kind, names, importance, points }: Piece): void {
    const [name] = names
    if (name === undefined || points.length < 2) return
    const key = `${kind} ${name}`
    const group = this.#groups.get(key) ?? { kind, names: new Set(), importance: 0, cells: new Map() }
    this.#groups.set(key, group)
    for (const other of names) group.names.add(other)
    group.importance = Math.max(group.importance, importance)
    for (let i = 0; i + 1 < points.length; i += 2)
      addPoint(group, points[i] as number, points[i + 1] as number)
  }

  /** Returns the rows, each with its town. */
  async rows(): Promise<StreetRow[]> {
    const rows: StreetRow[] = []
    for (const group of this.#groups.values())
      for (const cells of connected(group.cells)) rows.push(await buildRow(group, cells))
    return rows
  }
}

function addPoint({ cells }: Group, longitude: number, latitude: number): void {
  const [x, y] = [Math.floor(longitude / CELL), Math.floor(latitude / CELL)]
  const key = `${x} ${y}`
  const cell = cells.get(key) ?? { x, y, points: [], box: [180, 90, -180, -90], pieces: 0 }
  cells.set(key, cell)
  const [west, south, east, north] = cell.box
  cell.box = [
    Math.min(west, longitude),
    Math.min(south, latitude),
    Math.max(east, longitude),
    Math.max(north, latitude),
  ]
  // Stores the first points. Later ones rarely replace them, so that the sample covers the whole cell.
  cell.pieces += 1
  if (cell.points.length < 2 * SAMPLES) cell.points.push(longitude, latitude)
  else if (cell.pieces % SAMPLES === 0) {
    const at = 2 * ((cell.pieces / SAMPLES) % SAMPLES)
    cell.points.splice(at, 2, longitude, latitude)
  }
}

// Groups connected cells. There may be a one-cell gap between them, because a long, straight street has few nodes.
function* connected(cells: Map<string, Cell>): Generator<Cell[]> {
  const left = new Map(cells)
  for (const first of cells.values()) {
    if (!left.delete(`${first.x} ${first.y}`)) continue
    const together = [first]
    for (const { x, y } of together)
      for (let dx = -2; dx <= 2; dx++)
        for (let dy = -2; dy <= 2; dy++) {
          const key = `${x + dx} ${y + dy}`
          const cell = left.get(key)
          if (cell && left.delete(key)) together.push(cell)
        }
    yield together
  }
}

async function buildRow(group: Group, cells: Cell[]): Promise<StreetRow> {
  const side = (i: 0 | 1 | 2 | 3, pick: (...n: number[]) => number) =>
    cells.reduce((sum, { box }) => pick(sum, box[i]), cells[0]?.box[i] ?? 0)
  const [west, south] = [side(0, Math.min), side(1, Math.min)]
  const [east, north] = [side(2, Math.max), side(3, Math.max)]
  const [midLon, midLat] = [(west + east) / 2, (south + north) / 2]
  // An area's position is its center. A line's position is its point nearest to the center, because the center itself
  // may be next to the street.
  let [longitude, latitude] = [midLon, midLat]
  if (group.kind === 'street') {
    let nearest = Number.POSITIVE_INFINITY
    for (const { points } of cells)
      for (let i = 0; i + 1 < points.length; i += 2) {
        const [lon, lat] = [points[i] as number, points[i + 1] as number]
        const away = (lon - midLon) ** 2 + (lat - midLat) ** 2
        if (away < nearest) [nearest, longitude, latitude] = [away, lon, lat]
      }
  }
  const names = [...group.names]
  const length = Math.hypot((east - west) * Math.cos((midLat * Math.PI) / 180), north - south) * 111
  const more = group.kind === 'place' ? 0 : Math.min(0.08, length / 40)
  const { city, country } = await findPlaceAt(latitude, longitude)
  return {
    name: names[0] as string,
    names,
    kind: group.kind,
    latitude,
    longitude,
    west,
    south,
    east,
    north,
    importance: Math.min(1, group.importance + more),
    city,
    country,
  }
}
