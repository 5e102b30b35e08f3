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

/** The opening and closing time of a day, as field values; both empty on a closed day. */
export type OpeningRow = { from: string; to: string }
/** Different hours for a range of months; 0 is January. */
export type OpeningLine = { first: number; last: number; rows: readonly OpeningRow[] }
/** The form's values: regular hours, and seasons with different ones. */
export type OpeningForm = { rows: readonly OpeningRow[]; seasons: readonly OpeningLine[] }

const DAY_MINUTES = 1440
const EMPTY: OpeningRow = { from: '', to: '' }
const CLOSED: OpeningWeek = Array.from({ length: 7 }, () => [])

// Time fields don't allow 24:00.
const rowOf = (span: OpeningSpan | undefined): OpeningRow => {
  if (!span) return EMPTY
  const [from = '', to = ''] = spanText(span).split('-')
  return { from, to: to === '24:00' ? '00:00' : to }
}

// The first time span of each day.
const rowsOf = (week: OpeningWeek): OpeningRow[] => week.map(([first]) => rowOf(first))

const lengthOf = ({ first, last }: { first: number; last: number }): number => (last - first + 12) % 12

/** The form's values for stored hours: the season with the most months becomes the regular hours. */
export const formOf = (value: string | null): OpeningForm => {
  const seasons = openingSeasons((value && readOpeningHours(value)) || allYear(CLOSED))
  const [longest] = seasons.toSorted((a, b) => lengthOf(b) - lengthOf(a))
  const others = seasons.filter((season) => season !== longest)
  return {
    rows: rowsOf(longest?.week ?? CLOSED),
    seasons: others.map(({ first, last, week }) => ({ first, last, rows: rowsOf(week) })),
  }
}

const minutesOf = (time: string): number | null => {
  const [hours, minutes] = time.split(':').map(Number)
  return time === '' || hours === undefined || minutes === undefined ? null : hours * 60 + minutes
}

const spansOf = ({ from, to }: OpeningRow): OpeningSpan[] => {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  if (begin === null || end === null) return []
  return [{ from: begin, to: end <= begin ? end + DAY_MINUTES : end }]
}

/**
 * The stored hours for the form's values. A day without both times is closed; if seasons overlap, the last one counts.
 * Null if it is never open.
 */
export const valueOfForm = ({ rows, seasons }: OpeningForm): string | null => {
  const year = seasons.reduce(
    (before, { first, last, rows }) => withSeason(before, { first, last, week: rows.map(spansOf) }),
    allYear(rows.map(spansOf)),
  )
  return isEverOpen(year) ? writeOpeningHours(year) : null
}
