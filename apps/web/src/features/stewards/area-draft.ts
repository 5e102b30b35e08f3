import { type Corner, type ShapeError, shapeError } from '@nollie/contract/stewards/area-shape'
import { m } from '../../i18n/messages.ts'

/** An area being drawn. `typed` has the corners as text, because a half-typed number isn't a number yet. */
export type AreaDraft = { name: string; corners: Corner[]; typed: string }

const DEGREES = 5

/** Formats corners as lines of `latitude, longitude`. */
export function typedCorners(corners: readonly Corner[]): string {
  return corners
    .map(({ latitude, longitude }) => `${latitude.toFixed(DEGREES)}, ${longitude.toFixed(DEGREES)}`)
    .join('\n')
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
const LINE = new RegExp(`^\\s*${NUMBER}\\s*[,;\\s]\\s*${NUMBER}\\s*$`)

/** Reads an area's stored draft. If there is none, returns the area itself. */
export function readDraft(
  stored: unknown,
  area: { name: string; corners: readonly Corner[] } | null,
): AreaDraft {
  const { name, typed } = (stored ?? {}) as Record<string, unknown>
  const text = typeof typed === 'string' ? typed : typedCorners(area?.corners ?? [])
  return {
    name: typeof name === 'string' ? name : (area?.name ?? ''),
    corners: parseCorners(text) ?? [...(area?.corners ?? [])],
    typed: text,
  }
}

/** Parses typed corners. Returns null if a line is invalid. */
export function parseCorners(typed: string): Corner[] | null {
  const corners = typed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, latitude, longitude] = LINE.exec(line) ?? []
      return { latitude: Number(latitude ?? Number.NaN), longitude: Number(longitude ?? Number.NaN) }
    })
  const isOnEarth = ({ latitude, longitude }: Corner) =>
    Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return corners.every(isOnEarth) ? corners : null
}

const ERRORS: Record<ShapeError, () => string> = {
  too_few: m.stewards_shape_few,
  too_many: m.stewards_shape_many,
  crossing: m.stewards_shape_crossing,
  too_large: m.stewards_shape_large,
}

/** Returns why an area can't be saved, by field; null if it can be saved. */
export function draftErrors({ name, typed }: AreaDraft): Record<string, string> | null {
  const corners = parseCorners(typed)
  const wrong = corners && shapeError(corners)
  const found = {
    ...(!name.trim() && { name: m.stewards_name_missing() }),
    ...(!corners && { corners: m.stewards_corners_invalid() }),
    ...(wrong && { corners: ERRORS[wrong]() }),
  }
  return Object.keys(found).length > 0 ? found : null
}
