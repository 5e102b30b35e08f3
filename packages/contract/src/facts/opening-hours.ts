/** An opening interval in minutes after midnight; `to` exceeds 1440 if it ends on the next day. */
export type OpeningSpan = { from: number; to: number }
/** Each weekday's opening intervals, starting with Monday. */
export type OpeningWeek = readonly (readonly OpeningSpan[])[]
/** Each month's week, starting with January. */
export type OpeningYear = readonly OpeningWeek[]
/** Consecutive months with the same week, which can wrap around the end of the year; January is 0. */
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
/** Public and school holidays, whose dates aren't known here. */
const HOLIDAYS = ['ph', 'sh']

function parseDay(name: string): number {
  return DAYS.indexOf(name as (typeof DAYS)[number])
}

function parseMonth(name: string): number {
  return MONTHS.findIndex((month) => month.toLowerCase() === name)
}

/** Returns the number of positions from `first` to `last` in a cycle, including both. */
function stepsIn(first: number, last: number, cycle: number): number {
  return ((last - first + cycle) % cycle) + 1
}

// Returns the numbers that a list of names and ranges includes; null if any part is invalid.
function rangesIn(
  text: string,
  indexOf: (name: string) => number,
  cycle: number,
  skipped: readonly string[] = [],
): number[] | null {
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

// Returns the months and days in a selector; null if it's invalid. There are no days if it only names holidays.
function selectedBy(selector: string | undefined): { months: number[]; days: number[] } | null {
  const [, named, rest] = IN_MONTHS.exec(selector ?? '') ?? [undefined, undefined, selector]
  const months = named === undefined ? ALL_MONTHS : rangesIn(named, parseMonth, MONTHS.length)
  const days = rest ? rangesIn(rest, parseDay, DAYS.length, HOLIDAYS) : ALL_DAYS
  return months && days && { months, days }
}

function spansIn(text: string): readonly OpeningSpan[] | null {
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
 * Parses opening hours by weekday and month in OpenStreetMap syntax (`Mo-Fr 08:00-20:00; Sa 10:00-18:00`, `24/7`,
 * `Apr-Sep Mo-Su 09:00-21:00`). Later rules override earlier ones; holiday rules are ignored. Returns null for anything
 * else, such as days of the month, sunset, or comments.
 */
export function readOpeningHours(text: string): OpeningYear | null {
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

/** Whether there are any opening hours at all. */
export function isEverOpen(year: OpeningYear): boolean {
  return year.some((week) => week.some((spans) => spans.length > 0))
}

/** Repeats a week for every month. */
export function allYear(week: OpeningWeek): OpeningYear {
  return MONTHS.map(() => week)
}

/** Replaces the week in a range of months, which can wrap around the end of the year. */
export function withSeason(year: OpeningYear, { first, last, week }: OpeningSeason): OpeningYear {
  return year.map((before, month) =>
    stepsIn(first, month, MONTHS.length) <= stepsIn(first, last, MONTHS.length) ? week : before,
  )
}

function two(n: number) {
  return String(n).padStart(2, '0')
}

function clock(minutes: number): string {
  const shown = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes
  return `${two(Math.floor(shown / 60))}:${two(shown % 60)}`
}

/** Formats an opening interval in OpenStreetMap syntax. */
export function spanText({ from, to }: OpeningSpan): string {
  return `${clock(from)}-${clock(to)}`
}

function dayText(spans: readonly OpeningSpan[]): string {
  return spans.map(spanText).join(',')
}

function weekText(week: OpeningWeek): string {
  return week.map(dayText).join(' ')
}

/** Groups consecutive days with the same hours. */
export function openingRuns(
  week: OpeningWeek,
): { first: number; last: number; spans: readonly OpeningSpan[] }[] {
  const runs: { first: number; last: number; spans: readonly OpeningSpan[] }[] = []
  week.forEach((spans, day) => {
    const before = runs.at(-1)
    if (before && dayText(before.spans) === dayText(spans)) before.last = day
    else runs.push({ first: day, last: day, spans })
  })
  return runs
}

/** Groups consecutive months with the same week; a single group from January to December if all are the same. */
export function openingSeasons(year: OpeningYear): OpeningSeason[] {
  const seasons: OpeningSeason[] = []
  year.forEach((week, month) => {
    const before = seasons.at(-1)
    if (before && weekText(before.week) === weekText(week)) before.last = month
    else seasons.push({ first: month, last: month, week })
  })
  const [first, last] = [seasons[0], seasons.at(-1)]
  if (!first || !last || first === last || weekText(first.week) !== weekText(last.week)) return seasons
  // The last group continues in January.
  return [...seasons.slice(1, -1), { ...last, last: first.last }]
}

/** Whether a week is open around the clock. */
export function isAlwaysOpen(week: OpeningWeek): boolean {
  return week.every((spans) => dayText(spans) === '00:00-24:00')
}

function range(names: readonly string[], first: number, last: number): string {
  return first === last ? (names[first] ?? '') : `${names[first]}-${names[last]}`
}

/** Formats a year in its canonical form for storage: equal years give equal strings. */
export function writeOpeningHours(year: OpeningYear): string {
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

/** Returns a week's opening intervals in minutes after Monday 0:00; none extends past the end of the week. */
function weekSpans(week: OpeningWeek): OpeningSpan[] {
  return week.flatMap((spans, day) =>
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
}

/**
 * Returns a year's opening intervals as stored in `spot_facts.open_minutes`: one week if all months are the same,
 * otherwise thirteen weeks. The first of these is empty, followed by one week for each month.
 */
export function yearSpans(year: OpeningYear): OpeningSpan[] {
  const [season, ...others] = openingSeasons(year)
  if (season && others.length === 0) return weekSpans(season.week)
  return year.flatMap((week, month) => {
    const begin = (month + 1) * WEEK_MINUTES
    return weekSpans(week).map(({ from, to }) => ({ from: begin + from, to: begin + to }))
  })
}

function isIn(week: OpeningWeek | undefined, minute: number): boolean {
  return weekSpans(week ?? []).some(({ from, to }) => from <= minute && minute < to)
}

/** A moment in local time: its month (January is 0), the minute of the week, and the minutes left in the month. */
export type OpeningMoment = { month: number; minute: number; left: number }

/**
 * Whether it's open at a given time, and how many minutes until that changes; null if it doesn't change within a day.
 * After midnight on the last day of a month, the next month's hours apply.
 */
export function openingAt(
  year: OpeningYear,
  { month, minute, left }: OpeningMoment,
): { is_open: boolean; changes_in: number | null } {
  const isOpenIn = (ahead: number) =>
    isIn(year[ahead < left ? month : (month + 1) % MONTHS.length], (minute + ahead) % WEEK_MINUTES)
  const is_open = isOpenIn(0)
  for (let ahead = 1; ahead <= DAY_MINUTES; ahead++)
    if (isOpenIn(ahead) !== is_open) return { is_open, changes_in: ahead }
  return { is_open, changes_in: null }
}
