import {
  type OpeningSpan,
  type OpeningWeek,
  readOpeningHours,
  spanText,
  writeOpeningHours,
} from '@nollie/contract/facts/opening-hours'

/** From when to when on one day, as two fields of times have it; both empty on a closed day. */
export type OpeningRow = { from: string; to: string }

const DAY_MINUTES = 1440
const EMPTY: OpeningRow = { from: '', to: '' }

// A field of a time knows no 24:00.
const rowOf = (span: OpeningSpan | undefined): OpeningRow => {
  if (!span) return EMPTY
  const [from = '', to = ''] = spanText(span).split('-')
  return { from, to: to === '24:00' ? '00:00' : to }
}

/** The rows of a week, Monday first: of each day its first span. */
export const rowsOf = (value: string | null): OpeningRow[] => {
  const week: OpeningWeek = (value && readOpeningHours(value)) || Array.from({ length: 7 }, () => [])
  return week.map(([first]) => rowOf(first))
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

/** What rows say; a day without both times is closed. Null where every day is. */
export const valueOfRows = (rows: readonly OpeningRow[]): string | null => {
  const week = rows.map(spansOf)
  return week.some((spans) => spans.length > 0) ? writeOpeningHours(week) : null
}
