import { normalizeText } from '@nollie/contract/search/normalize-text'
import { findSize, isGeographic } from './axis-words.ts'

/** Words that say nothing about the axis, or about the order of two numbers. */
const NEUTRAL = new Set(
  `gps wgs wgs84 84 epsg 4326 dd decimal decimals dezimal decimale degree degrees deg grad grados graus degrés gradi
  度 10進法 10進 10進数 十進法 世界測地系 geo`
    .split(/\s+/)
    .map(normalizeText),
)

export type Side = 'N' | 'S' | 'E' | 'W'
const SIDES: ReadonlyMap<string, Side> = new Map(
  Object.entries({
    N: 'n north norte nord noord norden',
    S: 's south sur sul sud süd zuid süden',
    E: 'e east este leste est ost oost osten',
    W: 'w west oeste ouest ovest westen',
  }).flatMap(([side, words]) => words.split(' ').map((word) => [normalizeText(word), side as Side] as const)),
)

/** Returns what a word means as a name. */
type FindField = (word: string) => string | undefined

/** The meaning of a column's multi-word name. */
export type PositionField = {
  field: 'latitude' | 'longitude' | 'lat_lng' | 'lng_lat' | 'position' | 'wkt'
  /** The direction in the name. For south and west, the values have no sign. */
  side?: Side
}

/** Words that Chinese, Japanese, and Korean don't separate from other words with spaces. */
const JOINED = /緯度|纬度|経度|經度|经度|위도|경도|座標|坐标|좌표/g

function split(name: string): string[] {
  return name
    .normalize('NFKC')
    .replaceAll(JOINED, ' $& ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** A single letter is a direction only in brackets or after a degree sign: the `w` in `lon_w` can mean WGS. */
const BRACKETED = /[([°º]\s*[swne]\b/i

const AXES: Readonly<Record<Side, string>> = { N: 'latitude', S: 'latitude', E: 'longitude', W: 'longitude' }

/** Returns the only axis in the words, or the order of the two axes, if the words contain nothing else. */
function findAxes(fields: readonly (string | undefined)[]): PositionField['field'] | null {
  const axes = fields.filter((field) => field === 'latitude' || field === 'longitude')
  const [first, second = first] = axes
  if (!first || axes.length < fields.length || axes.length > 2) return null
  if (second === first) return first
  return first === 'latitude' ? 'lat_lng' : 'lng_lat'
}

/**
 * Returns the meaning of a column's multi-word name: one axis, as in `Latitude (decimal degrees)`, `Longitud (X)`, or
 * `LATITUD_SUR`; the order of both numbers, as in `Coordinates (lon, lat)` or `Breite/Länge`; or only that it is a
 * position, as in `Coordenadas GPS`. Null if it has other words, such as the name of an old datum.
 */
export function findPositionField(name: string, findField: FindField): PositionField | null {
  const all = split(name).filter((word) => !NEUTRAL.has(normalizeText(word)))
  const words = all.filter((word) => !isGeographic(word))
  // A name that repeats a word isn't recognized.
  if (words.length === 0 || new Set(words.map(normalizeText)).size < words.length) return null
  const isAngle = words.length < all.length
  const sides = words.flatMap((word) => SIDES.get(normalizeText(word)) ?? [])
  const meanings = words
    .filter((word) => !SIDES.has(normalizeText(word)))
    .map((word) => findField(word) ?? ((isAngle && findSize(word)) || undefined))
  const shapes = meanings.filter((field) => field === 'wkt')
  const fields = meanings.filter((field) => field !== 'position' && field !== 'wkt')
  if (fields.length === 0 && sides.length === 0 && meanings.length > 0)
    return { field: shapes.length > 0 ? 'wkt' : 'position' }
  const field = findAxes(fields)
  if (!field || shapes.length > 0) return null
  const [side] = sides
  if (!side) return { field }
  if (sides.length > 1 || AXES[side] !== field) return null
  if (!BRACKETED.test(name) && words.some((word) => /^[sw]$/i.test(word))) return null
  return { field, side }
}

/** A name that contains a word for one axis, and words that the import doesn't know. */
export type LooseAxis = {
  axis: 'latitude' | 'longitude'
  /** The words besides the axis, which are the same for both columns of a pair. */
  rest: string
  /** Whether the words could describe the spot's own position, which only a person can tell for sure. */
  isOwn: boolean
}

/**
 * Words for the position of something else, for another datum, and for other numbers that are listed with a position.
 */
const ELSEWHERE = new Set(
  `min max error accuracy precision prec sigma std delta offset old prev previous former start end begin from to origin destination pickup dropoff
  first last owner user author contact nearest closest station stop parking metro bus school home work device camera photo image exif
  center centre centro centroid zentrum mitte bbox bound bounds corner district neighborhood
  tokyo bessel nad27 nad ed50 sad69 psad56 pulkovo gcj gcj02 bd bd09 baidu amap gaode kakao katec tm mgi osgb osgb36 lambert utm gauss swiss rd`.split(
    /\s+/,
  ),
)
/** Fields whose words show that it's the position of a larger area, or not a position. */
const AREAS: readonly string[] = ['city', 'state', 'country', 'postal_code', 'source', 'street']

const AXIS_FIELDS: Readonly<Record<string, LooseAxis['axis']>> = {
  latitude: 'latitude',
  longitude: 'longitude',
  northing: 'latitude',
  easting: 'longitude',
}

/** The names of a position's parts in Epicollect: `lat_2_Location`, `long_2_Location`. */
const NUMBERED = /^(?:lat|long)_\d+_(?=\p{L})/iu

/** Returns the axis in a name such as `_Record the location_latitude`, `siteLat`, or `X_1992`, or null. */
export function findLooseAxis(name: string, findField: FindField): LooseAxis | null {
  const isNumbered = NUMBERED.test(name)
  const plain = isNumbered ? name.replace(/_\d+_/, '_') : name
  const words = split(plain.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
  const axes = words.flatMap((word, at) => {
    const axis = AXIS_FIELDS[findField(word) ?? '']
    return axis ? [{ axis, at }] : []
  })
  const [found] = axes
  if (!found || axes.length > 1) return null
  const others = words.filter((_, at) => at !== found.at).map(normalizeText)
  const isElse = others.some(
    (word) => ELSEWHERE.has(word) || AREAS.includes(findField(word) ?? '') || /^\d/.test(word),
  )
  const isGrid = (findField(words[found.at] as string) ?? '').endsWith('ing')
  return {
    axis: found.axis,
    rest: others.join(' '),
    isOwn: !isElse && !isGrid && (isNumbered || found.at === words.length - 1),
  }
}

/** Whether a name with unknown words, and without a word for an axis, can mean the spot's own position. */
export function isOwnName(name: string, findField: FindField): boolean {
  return split(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).every((word) => {
    const field = findField(word) ?? ''
    return (
      !ELSEWHERE.has(normalizeText(word)) &&
      !AREAS.includes(field) &&
      !(field in AXIS_FIELDS) &&
      !/^l(?:at|on|ng)/i.test(word)
    )
  })
}
