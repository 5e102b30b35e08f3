import {
  allYear,
  isEverOpen,
  openingSeasons,
  type OpeningSpan,
  type OpeningWeek,
  readOpeningHours,
  spanText,
  withSeason,
  writeOpeningHours,
} from '@nollie/contract/facts/opening-hours'

/** A day's opening and closing time as field values. Both are empty if the spot is closed that day. */
export type OpeningRow = { from: string; to: string }
/** Different hours for a range of months; 0 is January. */
export type OpeningLine = { first: number; last: number; rows: readonly OpeningRow[] }
/** The form's values: regular hours, and seasons with different hours. */
export type OpeningForm = { rows: readonly OpeningRow[]; seasons: readonly OpeningLine[] }

const DAY_MINUTES = 1440
const EMPTY: OpeningRow = { from: '', to: '' }
const CLOSED: OpeningWeek = Array.from({ length: 7 }, () => [])

// Time fields don't accept 24:00.
function toRow(span: OpeningSpan | undefined): OpeningRow {
  if (!span) return EMPTY
  const [from = '', to = ''] = spanText(span).split('-')
  return { from, to: to === '24:00' ? '00:00' : to }
}

// Takes each day's first time span.
function toRows(week: OpeningWeek): OpeningRow[] {
  return week.map(([first]) => toRow(first))
}

function countMonths({ first, last }: { first: number; last: number }): number {
  return (last - first + 12) % 12
}

/** Converts stored hours to the form's values. The season with the most months becomes the regular hours. */
export function toOpeningForm(value: string | null): OpeningForm {
  const seasons = openingSeasons((value && readOpeningHours(value)) || allYear(CLOSED))
  const [longest] = seasons.toSorted((a, b) => countMonths(b) - countMonths(a))
  const others = seasons.filter((season) => season !== longest)
  return {
    rows: toRows(longest?.week ?? CLOSED),
    seasons: others.map(({ first, last, week }) => ({ first, last, rows: toRows(week) })),
  }
}

function parseMinutes(time: string): number | null {
  const [hours, minutes] = time.split(':').map(Number)
  return time === '' || hours === undefined || minutes === undefined ? null : hours * 60 + minutes
}

function toSpans({ from, to }: OpeningRow): OpeningSpan[] {
  const [begin, end] = [parseMinutes(from), parseMinutes(to)]
  if (begin === null || end === null) return []
  return [{ from: begin, to: end <= begin ? end + DAY_MINUTES : end }]
}

/**
 * Converts the form's values to stored hours. Days without both times are closed. If seasons overlap, the last one
 * wins. Returns null if the spot is never open.
 */
export function toOpeningValue({ rows, seasons }: OpeningForm): string | null {
  const year = seasons.reduce(
    (before, { first, last, rows }) => withSeason(before, { first, last, week: rows.map(toSpans) }),
    allYear(rows.map(toSpans)),
  )
  return isEverOpen(year) ? writeOpeningHours(year) : null
}
