import type { OsmFile, Tags } from './osm-file.ts'
import type { IndexBuilder } from './index-builder.ts'
import { namedBy, listNames } from './named.ts'
import type { Chain } from './coast.ts'

/** Maximum number of nodes to read per way, enough for its box and a point on it. */
const SAMPLES = 8

type WantedWay = { refs: number[]; tags: Tags }
type WantedRelation = { ways: number[]; tags: Tags }

function sampled(refs: number[]): number[] {
  if (refs.length <= SAMPLES) return refs
  const step = (refs.length - 1) / (SAMPLES - 1)
  return Array.from({ length: SAMPLES }, (_, i) => refs[Math.round(i * step)] as number)
}

/** Positions of selected nodes: sorted ids, with the positions in the same order. */
class Positions {
  readonly #ids: Float64Array
  readonly #degrees: Float64Array

  constructor(ids: number[]) {
    const sorted = Float64Array.from(ids).sort()
    let count = 0
    for (let i = 0; i < sorted.length; i++)
      if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i] as number
    this.#ids = sorted.slice(0, count)
    this.#degrees = new Float64Array(2 * count).fill(Number.NaN)
  }

  put(id: number, longitude: number, latitude: number): void {
    const at = this.#find(id)
    if (at < 0) return
    this.#degrees[2 * at] = longitude
    this.#degrees[2 * at + 1] = latitude
  }

  /** Returns alternating longitudes and latitudes; skips nodes that are missing from the extract. */
  of(refs: readonly number[]): number[] {
    const points: number[] = []
    for (const ref of refs) {
      const at = this.#find(ref)
      const longitude = at < 0 ? Number.NaN : (this.#degrees[2 * at] as number)
      if (!Number.isNaN(longitude)) points.push(longitude, this.#degrees[2 * at + 1] as number)
    }
    return points
  }

  #find(id: number): number {
    let [low, high] = [0, this.#ids.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const there = this.#ids[middle] as number
      if (there === id) return middle
      if (there < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

/**
 * Adds an extract's named elements to the index, and reads its coastline.
 * @returns the coast's ways, with land to their left
 */
export async function indexExtract(file: OsmFile, index: IndexBuilder): Promise<Chain[]> {
  const relations: WantedRelation[] = []
  const members = new Map<number, number[]>()
  const wanted = (tags: Tags) => (tags.name || tags['name:en'] ? namedBy(tags) : null)
  await file.read({
    node: (_, longitude, latitude, tags) => {
      const named = wanted(tags)
      if (named) index.add({ ...named, names: listNames(tags, named.kind), points: [longitude, latitude] })
    },
    relation: (_, ways, tags) => {
      if (!wanted(tags)) return
      relations.push({ ways, tags })
      for (const way of ways) members.set(way, [])
    },
  })

  const ways: WantedWay[] = []
  const coast: number[][] = []
  await file.read({
    way: (id, refs, tags) => {
      if (members.has(id)) members.set(id, sampled(refs))
      if (wanted(tags)) ways.push({ refs: sampled(refs), tags })
      if (tags.natural === 'coastline' && refs.length > 1) coast.push(refs)
    },
  })

  const positions = new Positions([...ways.map(({ refs }) => refs), ...members.values(), ...coast].flat())
  await file.read({ node: positions.put.bind(positions), bareNodes: true })

  const add = (tags: Tags, refs: readonly number[]) => {
    const named = namedBy(tags)
    if (named) index.add({ ...named, names: listNames(tags, named.kind), points: positions.of(refs) })
  }
  for (const { refs, tags } of ways) add(tags, refs)
  for (const relation of relations)
    add(
      relation.tags,
      relation.ways.flatMap((way) => members.get(way) ?? []),
    )
  return coast.map((refs) => {
    const points = positions.of(refs)
    const chain: Chain = []
    for (let i = 0; i + 1 < points.length; i += 2) chain.push([points[i] as number, points[i + 1] as number])
    return chain
  })
}
