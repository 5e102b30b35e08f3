import { mixTypes, mixOfOne, PINS_PER_CELL, SPOT_TYPES } from '@nollie/contract'
import { type Counted, type Filters, toTypeNumber } from './facets.ts'
import type { Cluster } from './map-json.ts'
import { computeCellSize, decodeMorton } from './morton-ranges.ts'

// Decides which spots are drawn as pins and which are merged into a cluster, a disc that shows their number.

/** A view's clusters and pin ids, before the pins' data is loaded. */
export type Clustered = { clusters: Cluster[]; ids: string[] }

/** A spot with its Morton code (`qk`) and its facets as bits. */
type Spot = { id: string; qk: number; facets: number }

/** A cell's stored counts and position sums: `n` for the counted spots, `all` for every spot. */
type StoredCell = { n: number; all: number; sx: number; sy: number; mix: number }

// Cells store the most common types of all their spots, not per facet, so discs filtered by a facet show no types.
function mixOfCell(counted: Counted, mix: number): number {
  if (typeof counted !== 'number') return mix
  return counted <= SPOT_TYPES.length ? mixOfOne(counted) : 0
}

/** Builds the cluster for a cell with stored counts, centered on its spots. */
export function clusterOfCell({ n, all, sx, sy, mix }: StoredCell, counted: Counted): Cluster {
  return {
    n,
    x: sx / all,
    y: sy / all,
    mix: mixOfCell(counted, mix),
  }
}

/** Merges each cell's spots into a cluster at zoom `z`. Cells with few spots get individual pins. */
export function clusterSpots(spots: readonly Spot[], z: number, filters: Filters): Clustered {
  const size = computeCellSize(z)
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
        ? mixOfOne(toTypeNumber(filters.type))
        : mixTypes(members.map(({ facets }) => facets)),
    })
  }
  return shown
}
