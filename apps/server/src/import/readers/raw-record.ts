/** One record of a file: its line or number, its properties, and its position. */
export type RawRecord = {
  /** For messages: `feature 3`, `line 12`. */
  where: string
  properties: Record<string, unknown>
  at: { latitude: number; longitude: number } | null
  /** Why it cannot be read; the records behind it are read nevertheless. */
  unreadable?: string
  /** Set for a line or track alone, which is no place. */
  isLine?: true
  /** Something about its position that a person has to look at. */
  doubt?: string
  /** The coordinate system that it names, if it isn't longitude and latitude of WGS 84: `EPSG:25831`. */
  system?: string
  /** Numbers that are not degrees, for example meters in a map projection. */
  far?: readonly [number, number] | null
}

/** Takes why a file has no record at all: `no waypoints; it has 1 route`. */
export type SayNothing = (why: string) => void

/** A number with its noun: `1 route`, `2 routes`. */
export const countNoun = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`

/** A record that cannot be read. */
export const unreadable = (where: string, why: string): RawRecord => ({
  where,
  properties: {},
  at: null,
  unreadable: why,
})
