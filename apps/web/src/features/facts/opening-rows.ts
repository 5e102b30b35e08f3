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

/** From when to when on one day, as two fields of times have it; both empty on a closed day. */
export type OpeningRow = { from: string; to: string }
/** Other hours from one month to another; January is 0. */
export type OpeningLine = { first: number; last: number; rows: readonly OpeningRow[] }
/** Hours as the form has them: those of the year, and seasons with others. */
export type OpeningForm = { rows: readonly OpeningRow[]; seasons: readonly OpeningLine[] }

const DAY_MINUTES = 1440
const EMPTY: OpeningRow = { from: '', to: '' }
const CLOSED: OpeningWeek = Array.from({ length: 7 }, () => [])

// A field of a time knows no 24:00.
const rowOf = (span: OpeningSpan | undefined): OpeningRow => {
  if (!span) return EMPTY
  const [from = '', to = ''] = spanText(span).split('-')
  return { from, to: to === '24:00' ? '00:00' : to }
}

// Of each day its first span.
const rowsOf = (week: OpeningWeek): OpeningRow[] => week.map(([first]) => rowOf(first))

const lengthOf = ({ first, last }: { first: number; last: number }): number => (last - first + 12) % 12

/** What the form shows of stored hours: the season with the most months is the year, the others are seasons. */
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

/** What a form says; a day without both times is closed, and of seasons over the same months the last counts. Null where it is never open. */
export const valueOfForm = ({ rows, seasons }: OpeningForm): string | null => {
  const year = seasons.reduce(
    (before, { first, last, rows }) => withSeason(before, { first, last, week: rows.map(spansOf) }),
    allYear(rows.map(spansOf)),
  )
  return isEverOpen(year) ? writeOpeningHours(year) : null
}
