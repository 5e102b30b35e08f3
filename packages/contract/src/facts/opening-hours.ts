/** From when to when something is open on a day, in minutes after its midnight; `to` is past 1440 behind the next midnight. */
export type OpeningSpan = { from: number; to: number }
/** The spans of each day of a week; Monday is the first. */
export type OpeningWeek = readonly (readonly OpeningSpan[])[]
/** The week of each month; January is the first. */
export type OpeningYear = readonly OpeningWeek[]
/** Months one after the other with the same week, also over the end of a year; January is 0. */
export type OpeningSeason = { first: number; last: number; week: OpeningWeek }

const DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
const NAMES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
const MONTHS = [
  ...(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'] as const),
  ...(['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const),
]
const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES
const ALWAYS = '24/7'
const WHOLE_DAY: readonly OpeningSpan[] = [{ from: 0, to: DAY_MINUTES }]
const RULE =
  /^(?:([a-z][a-z,:\s-]*?)\s*)?(off|closed|24\/7|\d{1,2}:\d{2}\s*-\s*\d{1,2}:\d{2}(?:\s*,\s*\d{1,2}:\d{2}\s*-\s*\d{1,2}:\d{2})*)$/
const SPAN = /(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})/g
const MONTH = `(?:${MONTHS.join('|').toLowerCase()})`
const IN_MONTHS = new RegExp(
  `^(${MONTH}(?:\\s*-\\s*${MONTH})?(?:\\s*,\\s*${MONTH}(?:\\s*-\\s*${MONTH})?)*)(?:\\s*:\\s*|\\s+|$)(.*)$`,
)
/** Holidays of the country and of schools: nothing here knows when those are. */
const HOLIDAYS = ['ph', 'sh']

const dayOf = (name: string): number => DAYS.indexOf(name as (typeof DAYS)[number])
const monthOf = (name: string): number => MONTHS.findIndex((month) => month.toLowerCase() === name)

/** How many steps of a cycle are from one to another, both counted. */
const stepsIn = (first: number, last: number, cycle: number): number => ((last - first + cycle) % cycle) + 1

// What a list of names and ranges means; null where one cannot be read.
const rangesIn = (
  text: string,
  indexOf: (name: string) => number,
  cycle: number,
  skipped: readonly string[] = [],
): number[] | null => {
  const found: number[] = []
  for (const part of text.split(',').map((one) => one.trim())) {
    if (skipped.includes(part)) continue
    const [first = '', last = first] = part.split('-').map((one) => one.trim())
    const [from, to] = [indexOf(first), indexOf(last)]
    if (from < 0 || to < 0) return null
    for (let n = 0; n < stepsIn(from, to, cycle); n++) found.push((from + n) % cycle)
  }
  return found
}

const ALL_DAYS = DAYS.map((_, day) => day)
const ALL_MONTHS = MONTHS.map((_, month) => month)

// The months and days that a selector names: no days for holidays alone, null where it cannot be read.
const selectedBy = (selector: string | undefined): { months: number[]; days: number[] } | null => {
  const [, named, rest] = IN_MONTHS.exec(selector ?? '') ?? [undefined, undefined, selector]
  const months = named === undefined ? ALL_MONTHS : rangesIn(named, monthOf, MONTHS.length)
  const days = rest ? rangesIn(rest, dayOf, DAYS.length, HOLIDAYS) : ALL_DAYS
  return months && days && { months, days }
}

const spansIn = (text: string): readonly OpeningSpan[] | null => {
  if (text === ALWAYS) return WHOLE_DAY
  const spans: OpeningSpan[] = []
  for (const [, h = '', min = '', h2 = '', min2 = ''] of text.matchAll(SPAN)) {
    const [from, to] = [Number(h) * 60 + Number(min), Number(h2) * 60 + Number(min2)]
    if (Number(min) > 59 || Number(min2) > 59 || from >= DAY_MINUTES || to > 2 * DAY_MINUTES) return null
    spans.push({ from, to: to <= from ? to + DAY_MINUTES : to })
  }
  return spans.toSorted((a, b) => a.from - b.from)
}

/**
 * Reads opening hours by weekdays and months as OpenStreetMap spells them (`Mo-Fr 08:00-20:00; Sa 10:00-18:00`, `24/7`,
 * `Apr-Sep Mo-Su 09:00-21:00`); a later rule counts instead of an earlier one. Rules for holidays are left out. Null for all
 * else: days of months, sunsets, comments.
 */
export const readOpeningHours = (text: string): OpeningYear | null => {
  const year: (readonly OpeningSpan[])[][] = MONTHS.map(() => DAYS.map(() => []))
  const rules = text
    .toLowerCase()
    .split(';')
    .map((rule) => rule.trim())
  for (const rule of rules.filter((one) => one !== '')) {
    const [, selector, hours = ''] = RULE.exec(rule) ?? []
    const [selected, spans] = [selectedBy(selector), spansIn(hours)]
    if (hours === '' || !selected || !spans) return null
    for (const month of selected.months) for (const day of selected.days) year[month]?.splice(day, 1, spans)
  }
  return isEverOpen(year) ? year : null
}

/** Whether there is any hour at which it is open. */
export const isEverOpen = (year: OpeningYear): boolean =>
  year.some((week) => week.some((spans) => spans.length > 0))

/** The same week in each month. */
export const allYear = (week: OpeningWeek): OpeningYear => MONTHS.map(() => week)

/** A year with another week from one month to another, also over its end. */
export const withSeason = (year: OpeningYear, { first, last, week }: OpeningSeason): OpeningYear =>
  year.map((before, month) =>
    stepsIn(first, month, MONTHS.length) <= stepsIn(first, last, MONTHS.length) ? week : before,
  )

const two = (n: number) => String(n).padStart(2, '0')
const clock = (minutes: number): string => {
  const shown = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes
  return `${two(Math.floor(shown / 60))}:${two(shown % 60)}`
}

/** A span as OpenStreetMap spells it. */
export const spanText = ({ from, to }: OpeningSpan): string => `${clock(from)}-${clock(to)}`

const dayText = (spans: readonly OpeningSpan[]): string => spans.map(spanText).join(',')
const weekText = (week: OpeningWeek): string => week.map(dayText).join(' ')

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

/** Months one after the other with the same week; one from January to December where all are. */
export const openingSeasons = (year: OpeningYear): OpeningSeason[] => {
  const seasons: OpeningSeason[] = []
  year.forEach((week, month) => {
    const before = seasons.at(-1)
    if (before && weekText(before.week) === weekText(week)) before.last = month
    else seasons.push({ first: month, last: month, week })
  })
  const [first, last] = [seasons[0], seasons.at(-1)]
  if (!first || !last || first === last || weekText(first.week) !== weekText(last.week)) return seasons
  // December goes on in January.
  return [...seasons.slice(1, -1), { ...last, last: first.last }]
}

/** Whether a week is open at every hour. */
export const isAlwaysOpen = (week: OpeningWeek): boolean =>
  week.every((spans) => dayText(spans) === '00:00-24:00')

const range = (names: readonly string[], first: number, last: number): string =>
  first === last ? (names[first] ?? '') : `${names[first]}-${names[last]}`

/** The one spelling of a year that is stored: equal years have equal texts. */
export const writeOpeningHours = (year: OpeningYear): string => {
  const seasons = openingSeasons(year)
  const isOne = seasons.length === 1
  if (isOne && isAlwaysOpen(seasons[0]?.week ?? [])) return ALWAYS
  return seasons
    .flatMap(({ first, last, week }) =>
      openingRuns(week)
        .filter(({ spans }) => spans.length > 0)
        .map((run) => {
          const season = isOne ? [] : [range(MONTHS, first, last)]
          return [...season, range(NAMES, run.first, run.last), dayText(run.spans)].join(' ')
        }),
    )
    .join('; ')
}

/** The spans of a week in minutes after Monday 0:00, none of them behind its end. */
const weekSpans = (week: OpeningWeek): OpeningSpan[] =>
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

/**
 * The spans of a year as `spot_facts.open_minutes` has them: of one week where all months are the same, else of thirteen weeks: the
 * first is empty, and the week of each month follows.
 */
export const yearSpans = (year: OpeningYear): OpeningSpan[] => {
  const [season, ...others] = openingSeasons(year)
  if (season && others.length === 0) return weekSpans(season.week)
  return year.flatMap((week, month) => {
    const begin = (month + 1) * WEEK_MINUTES
    return weekSpans(week).map(({ from, to }) => ({ from: begin + from, to: begin + to }))
  })
}

const isIn = (week: OpeningWeek | undefined, minute: number): boolean =>
  weekSpans(week ?? []).some(({ from, to }) => from <= minute && minute < to)

/** A moment by the clocks of a place: its month (January is 0), its minute of the week, and in how many minutes the month is over. */
export type OpeningMoment = { month: number; minute: number; left: number }

/**
 * Whether it is open at a moment, and in how many minutes that changes; null if that is more than a day away. A night belongs to the
 * month that it is in.
 */
export const openingAt = (
  year: OpeningYear,
  { month, minute, left }: OpeningMoment,
): { is_open: boolean; changes_in: number | null } => {
  const isOpenIn = (ahead: number) =>
    isIn(year[ahead < left ? month : (month + 1) % MONTHS.length], (minute + ahead) % WEEK_MINUTES)
  const is_open = isOpenIn(0)
  for (let ahead = 1; ahead <= DAY_MINUTES; ahead++)
    if (isOpenIn(ahead) !== is_open) return { is_open, changes_in: ahead }
  return { is_open, changes_in: null }
}
