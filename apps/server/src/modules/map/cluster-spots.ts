import { mixTypes, mixOfOne, PINS_PER_CELL, SPOT_TYPES } from '@nollie/contract'
import { type Counted, type Filters, numberOfType } from './facets.ts'
import type { Cluster } from './map-json.ts'
import { cellSize, decodeMorton } from './morton-ranges.ts'

// Decides which spots are drawn as pins, and which are merged into a cluster: a disc with their number.

/** The content of a view before the data of its pins is read. */
export type Clustered = { clusters: Cluster[]; ids: string[] }

/** A spot by its code on the map, with its facets as bits. */
type Spot = { id: string; qk: number; facets: number }

/** The stored sums of a cell: of the counted spots, and of all. */
type StoredCell = { n: number; all: number; sx: number; sy: number; mix: number }

// Cells store the most frequent types of all their spots, not of those with a facet, so such a disc shows no types.
const mixOfCell = (counted: Counted, mix: number): number => {
  if (typeof counted !== 'number') return mix
  return counted <= SPOT_TYPES.length ? mixOfOne(counted) : 0
}

/** The cluster of a cell with stored counts, at the center of its spots. */
export const clusterOfCell = ({ n, all, sx, sy, mix }: StoredCell, counted: Counted): Cluster => ({
  n,
  x: sx / all,
  y: sy / all,
  mix: mixOfCell(counted, mix),
})

/** Merges the spots of each cell at zoom `z` into a cluster, unless there are so few that each is a pin. */
export const clusterSpots = (spots: readonly Spot[], z: number, filters: Filters): Clustered => {
  const size = cellSize(z)
  const cells = Map.groupBy(spots, ({ qk }) => Math.floor(qk / size))
  const shown: Clustered = { clusters: [], ids: [] }
  for (const members of [...cells.entries()].toSorted(([a], [b]) => a - b).map(([, spot]) => spot)) {
    if (members.length <= PINS_PER_CELL) {
      shown.ids.push(...members.map(({ id }) => id))
      continue
    }
    const at = members.map(({ qk }) => decodeMorton(qk))
    shown.clusters.push({
      n: members.length,
      x: at.reduce((sum, { x }) => sum + x, 0) / at.length,
      y: at.reduce((sum, { y }) => sum + y, 0) / at.length,
      mix: filters.type
        ? mixOfOne(numberOfType(filters.type))
        : mixTypes(members.map(({ facets }) => facets)),
    })
  }
  return shown
}
