type Place = {
  tags: Record<string, string>
  at: { latitude: number; longitude: number }
  within?: string
}

/** A named area with its box in degrees. */
export type NamedArea = { name: string; west: number; south: number; east: number; north: number }

/** Edges are a bit farther out, because places to skate are often at an area's edge. About 25 m. */
const EDGE_DEGREES = 0.00025

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an element of a response as a named area. Null for other elements, which have no box. */
export function readArea(element: unknown): NamedArea | null {
  if (!isObject(element) || !isObject(element.bounds) || !isObject(element.tags)) return null
  const { minlat: south, minlon: west, maxlat: north, maxlon: east } = element.bounds
  const { name } = element.tags
  if (typeof name !== 'string' || name.includes('\0') || name.trim() === '') return null
  const isBox = [south, west, north, east].every((degrees) => typeof degrees === 'number')
  return isBox ? ({ name, west, south, east, north } as NamedArea) : null
}

function contains({ west, south, east, north }: NamedArea, { at }: Place): boolean {
  const { latitude, longitude } = at
  const isHigh = latitude >= south - EDGE_DEGREES && latitude <= north + EDGE_DEGREES
  return isHigh && longitude >= west - EDGE_DEGREES && longitude <= east + EDGE_DEGREES
}

function size({ west, south, east, north }: NamedArea): number {
  return (east - west) * (north - south)
}

/** Adds the smallest named area around it to each place that has no name. */
export function nameAreas<T extends Place>(elements: readonly T[], areas: readonly NamedArea[]): T[] {
  const bySize = areas.toSorted((a, b) => size(a) - size(b) || (a.name < b.name ? -1 : 1))
  return elements.map((element) => {
    const within = element.tags.name ? undefined : bySize.find((area) => contains(area, element))?.name
    return within === undefined ? element : { ...element, within }
  })
}
