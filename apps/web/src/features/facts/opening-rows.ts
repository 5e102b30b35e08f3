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
const toRow = (span: OpeningSpan | undefined): OpeningRow => {
  if (!span) return EMPTY
  const [from = '', to = ''] = spanText(span).split('-')
  return { from, to: to === '24:00' ? '00:00' : to }
}

// The first time span of each day.
const toRows = (week: OpeningWeek): OpeningRow[] => week.map(([first]) => toRow(first))

const countMonths = ({ first, last }: { first: number; last: number }): number => (last - first + 12) % 12

/** The form's values for stored hours: the season with the most months becomes the regular hours. */
export const toOpeningForm = (value: string | null): OpeningForm => {
  const seasons = openingSeasons((value && readOpeningHours(value)) || allYear(CLOSED))
  const [longest] = seasons.toSorted((a, b) => countMonths(b) - countMonths(a))
  const others = seasons.filter((season) => season !== longest)
  return {
    rows: toRows(longest?.week ?? CLOSED),
    seasons: others.map(({ first, last, week }) => ({ first, last, rows: toRows(week) })),
  }
}

const parseMinutes = (time: string): number | null => {
  const [hours, minutes] = time.split(':').map(Number)
  return time === '' || hours === undefined || minutes === undefined ? null : hours * 60 + minutes
}

const toSpans = ({ from, to }: OpeningRow): OpeningSpan[] => {
  const [begin, end] = [parseMinutes(from), parseMinutes(to)]
  if (begin === null || end === null) return []
  return [{ from: begin, to: end <= begin ? end + DAY_MINUTES : end }]
}

/**
 * The stored hours for the form's values. A day without both times is closed; if seasons overlap, the last one counts.
 * Null if it is never open.
 */
export const valueOfForm = ({ rows, seasons }: OpeningForm): string | null => {
  const year = seasons.reduce(
    (before, { first, last, rows }) => withSeason(before, { first, last, week: rows.map(toSpans) }),
    allYear(rows.map(toSpans)),
  )
  return isEverOpen(year) ? writeOpeningHours(year) : null
}
