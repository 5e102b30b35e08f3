import { metresBetween } from '@nollie/contract/places/metres-between'
import { findAxisInName, isOwnColumn } from './find-meaning.ts'
import type { LooseAxis } from './position-words.ts'

/** A number in a column whose name contains a word for an axis along with unknown words. */
export type UnknownAxis = LooseAxis & { column: string; value: unknown }
/** A position as text in a column whose name doesn't show that it has one. */
export type UnknownPoint = { column: string; text: string }

/** Maximum number of unknown axes per record, and of unknown points. */
const MAX_UNKNOWN = 20
/** If positions in unknown columns are farther apart than this, they belong to different things. */
const MAX_SPREAD_METRES = 100

/** Numbers with fewer decimals may count something else. */
const IS_PRECISE = /[.,]\d{3,}|[°'"]/
const NUMERIC = /^[\d\s.,+\u2212\-°º'"′″NSEWO]+$/i
const POINT = /^\s*(?:(?:srid\s*=\s*\d+\s*;)?\s*point\s*z?m?\s*\(|\{"type":"Point")/i
/** Two numbers with several decimals, alone or in parentheses below an address. */
const PAIR =
  /^\s*[([]?\s*-?\d{1,3}\.\d{4,}\s*°?\s*,\s*-?\d{1,3}\.\d{4,}\s*°?\s*[)\]]?\s*$|\n\s*\(-?\d{1,3}\.\d{3,}\s*°?,\s*-?\d{1,3}\.\d{3,}\s*°?\)\s*$/
const MAX_TEXT = 500

/** Collects a record's values that may be its position, from columns with unknown names. */
export class UnknownColumns {
  readonly axes: UnknownAxis[] = []
  readonly points: UnknownPoint[] = []

  collect(column: string, value: unknown): void {
    if (
      typeof value === 'number' ||
      (typeof value === 'string' && NUMERIC.test(value) && value.length < 40)
    ) {
      const axis = findAxisInName(column)
      if (axis && this.axes.length < MAX_UNKNOWN) this.axes.push({ ...axis, column, value })
    }
    if (typeof value !== 'string' || value.length > MAX_TEXT || this.points.length >= MAX_UNKNOWN) return
    if (POINT.test(value) && isOwnColumn(column)) this.points.push({ column, text: value })
    else if (PAIR.test(value) && isOwnColumn(column))
      this.points.push({ column, text: value.split('\n').at(-1)?.trim() ?? '' })
  }
}

/** Both columns of a position. */
export type Pair = { latitude: UnknownAxis; longitude: UnknownAxis }

/** Returns the pairs of columns whose names differ only in the axis. */
export function pairAxes(axes: readonly UnknownAxis[]): Pair[] {
  const of = (axis: UnknownAxis['axis']) => axes.filter((one) => one.axis === axis)
  return of('latitude').flatMap((latitude) => {
    const same = of('longitude').filter(({ rest }) => rest === latitude.rest)
    const [longitude] = same
    return longitude && same.length === 1 ? [{ latitude, longitude }] : []
  })
}

type Point = { latitude: number; longitude: number }

/** Whether both values can be degrees of the spot's own position. */
export function isOwnPair({ latitude, longitude }: Pair): boolean {
  return latitude.isOwn && [latitude, longitude].every(({ value }) => IS_PRECISE.test(String(value)))
}

/** Returns the distance if positions are too far apart to belong to the same place, or null. */
export function findSpread(points: readonly Point[]): number | null {
  const [first] = points
  const spread = first ? Math.max(...points.map((point) => metresBetween(first, point))) : 0
  return spread > MAX_SPREAD_METRES ? spread : null
}

function quote(columns: readonly string[]): string {
  return columns.map((column) => `"${column.slice(0, 60)}"`).join(' and ')
}

/** Explains the origin of a position that a person should check. */
export function sayUnknown(columns: readonly string[]): string {
  return `its position is from ${quote(columns)}, and it's unclear if that is the spot's own`
}
