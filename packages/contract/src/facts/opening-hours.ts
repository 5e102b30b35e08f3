/** From when to when something is open on a day, in minutes after its midnight; `to` is past 1440 behind the next midnight. */
export type OpeningSpan = { from: number; to: number }
/** The spans of each day of a week; Monday is the first. */
export type OpeningWeek = readonly (readonly OpeningSpan[])[]

const DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
const NAMES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES
const ALWAYS = '24/7'
const RULE =
  /^(?:([a-z][a-z,\s-]*?)\s*)?(off|closed|\d{1,2}:\d{2}\s*-\s*\d{1,2}:\d{2}(?:\s*,\s*\d{1,2}:\d{2}\s*-\s*\d{1,2}:\d{2})*)$/
const SPAN = /(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})/g
/** Holidays of the country and of schools: nothing here knows when those are. */
const HOLIDAYS = ['ph', 'sh']

const dayOf = (name: string): number => DAYS.indexOf(name as (typeof DAYS)[number])

// The days that a selector names: none for holidays alone, null where it cannot be read.
const daysIn = (selector: string | undefined): number[] | null => {
  if (selector === undefined) return [0, 1, 2, 3, 4, 5, 6]
  const days: number[] = []
  for (const part of selector.split(',').map((one) => one.trim())) {
    if (HOLIDAYS.includes(part)) continue
    const [first = '', last = first] = part.split('-').map((one) => one.trim())
    const [from, to] = [dayOf(first), dayOf(last)]
    if (from < 0 || to < 0) return null
    for (let n = 0; n <= (to - from + 7) % 7; n++) days.push((from + n) % 7)
  }
  return days
}

const spansIn = (text: string): OpeningSpan[] | null => {
  const spans: OpeningSpan[] = []
  for (const [, h = '', min = '', h2 = '', min2 = ''] of text.matchAll(SPAN)) {
    const [from, to] = [Number(h) * 60 + Number(min), Number(h2) * 60 + Number(min2)]
    if (Number(min) > 59 || Number(min2) > 59 || from >= DAY_MINUTES || to > 2 * DAY_MINUTES) return null
    spans.push({ from, to: to <= from ? to + DAY_MINUTES : to })
  }
  return spans.toSorted((a, b) => a.from - b.from)
}

/**
 * Reads weekly opening hours as OpenStreetMap spells them (`Mo-Fr 08:00-20:00; Sa 10:00-18:00`, `24/7`); a later rule counts
 * instead of an earlier one. Rules for holidays are left out. Null for all else: seasons, sunsets, comments.
 */
export const readOpeningHours = (text: string): OpeningWeek | null => {
  const wanted = text.trim().toLowerCase()
  if (wanted === ALWAYS) return DAYS.map(() => [{ from: 0, to: DAY_MINUTES }])
  const week: (readonly OpeningSpan[])[] = DAYS.map(() => [])
  const rules = wanted.split(';').map((rule) => rule.trim())
  for (const rule of rules.filter((one) => one !== '')) {
    const [, selector, hours = ''] = RULE.exec(rule) ?? []
    const [days, spans] = [daysIn(selector), spansIn(hours)]
    if (hours === '' || !days || !spans) return null
    for (const day of days) week[day] = spans
  }
  return week.some((spans) => spans.length > 0) ? week : null
}

const two = (n: number) => String(n).padStart(2, '0')
const clock = (minutes: number): string => {
  const shown = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes
  return `${two(Math.floor(shown / 60))}:${two(shown % 60)}`
}

/** A span as OpenStreetMap spells it. */
export const spanText = ({ from, to }: OpeningSpan): string => `${clock(from)}-${clock(to)}`

const dayText = (spans: readonly OpeningSpan[]): string => spans.map(spanText).join(',')

/** Days one after the other that are open at the same hours. */
export const openingRuns = (
  week: OpeningWeek,
): { first: number; last: number; spans: readonly OpeningSpan[] }[] => {
  const runs: { first: number; last: number; spans: readonly OpeningSpan[] }[] = []
  week.forEach((spans, day) => {
    const before = runs.at(-1)
    if (before && dayText(before.spans) === dayText(spans)) before.last = day
    else runs.push({ first: day, last: day, spans })
  })
  return runs
}

/** Whether a week is open at every hour. */
export const isAlwaysOpen = (week: OpeningWeek): boolean =>
  week.every((spans) => dayText(spans) === '00:00-24:00')

/** The one spelling of a week that is stored: equal weeks have equal texts. */
export const writeOpeningHours = (week: OpeningWeek): string =>
  isAlwaysOpen(week)
    ? ALWAYS
    : openingRuns(week)
        .filter(({ spans }) => spans.length > 0)
        .map(({ first, last, spans }) => {
          const days = first === last ? NAMES[first] : `${NAMES[first]}-${NAMES[last]}`
          return `${days} ${dayText(spans)}`
        })
        .join('; ')

/** The spans of a week in minutes after Monday 0:00, none of them behind its end. */
export const weekSpans = (week: OpeningWeek): OpeningSpan[] =>
  week.flatMap((spans, day) =>
    spans.flatMap(({ from, to }) => {
      const [begin, end] = [day * DAY_MINUTES + from, day * DAY_MINUTES + to]
      return end <= WEEK_MINUTES
        ? [{ from: begin, to: end }]
        : [
            { from: begin, to: WEEK_MINUTES },
            { from: 0, to: end - WEEK_MINUTES },
          ]
    }),
  )

const isIn = (spans: readonly OpeningSpan[], minute: number): boolean =>
  spans.some(({ from, to }) => from <= minute && minute < to)

/**
 * Whether it is open in a minute of the week, and in how many minutes that changes; null if that is more than a day away.
 */
export const openingAt = (
  week: OpeningWeek,
  minute: number,
): { is_open: boolean; changes_in: number | null } => {
  const spans = weekSpans(week)
  const is_open = isIn(spans, minute)
  for (let ahead = 1; ahead <= DAY_MINUTES; ahead++)
    if (isIn(spans, (minute + ahead) % WEEK_MINUTES) !== is_open) return { is_open, changes_in: ahead }
  return { is_open, changes_in: null }
}
