import type { Meetup } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import {
  MEETUP_AUDIENCES,
  MEETUP_TAGS,
  type MeetupAudience,
  type MeetupTag,
} from '@nollie/contract/meetups/meetup-kinds'
import { m } from '../../i18n/messages.ts'
import { clockIn, dateFormat, knownZone } from '../../lib/format.ts'

/** The form's values. Day and times are local at the spot. */
export type MeetupValues = {
  day: string
  from: string
  until: string
  note: string
  tags: MeetupTag[]
  audience: MeetupAudience
  crew_id: string | null
  people_max: string
}

/** The request's body. */
export type MeetupBody = {
  starts_at: string
  ends_at: string
  note: string | null
  tags: MeetupTag[]
  audience: MeetupAudience
  crew_id: string | null
  people_max: number | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long a new meetup lasts by default, in hours. */
const DEFAULT_HOURS = 2

function clockText(at: number, timeZone: string | undefined): { day: string; time: string } {
  const { day, hour } = clockIn(timeZone, new Date(at))
  // Not all offsets are full hours.
  const minute = Number.parseInt(dateFormat({ minute: 'numeric', timeZone: knownZone(timeZone) })(at), 10)
  return { day, time: [hour, minute].map((part) => String(part).padStart(2, '0')).join(':') }
}

function readWall(at: number, timeZone: string | undefined): number {
  const { day, time } = clockText(at, timeZone)
  return Date.parse(`${day}T${time}:00Z`)
}

/** Converts a local date and time at the spot to a time in ms; NaN if either is missing. */
export function toTime(day: string, time: string, timeZone: string | undefined): number {
  const wall = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(wall)) return wall
  const guess = wall - (readWall(wall, timeZone) - wall)
  // The offset can differ between the guess and the first estimate, on days when clocks change.
  return wall - (readWall(guess, timeZone) - guess)
}

function makeDefaults(meetup: Meetup | null, timeZone: string | undefined, now: number): MeetupValues {
  if (meetup) {
    const { starts_at, ends_at, note, tags, audience, crew, people_max } = meetup
    const [start, end] = [
      clockText(Date.parse(starts_at), timeZone),
      clockText(Date.parse(ends_at), timeZone),
    ]
    const times = { day: start.day, from: start.time, until: end.time }
    return {
      ...times,
      note: note ?? '',
      tags,
      audience,
      crew_id: crew?.id ?? null,
      people_max: people_max === null ? '' : String(people_max),
    }
  }
  const { day, hour } = clockIn(timeZone, new Date(now + HOUR_MS))
  const write = (hours: number) => `${String(hours % 24).padStart(2, '0')}:00`
  return {
    day,
    from: write(hour),
    until: write(hour + DEFAULT_HOURS),
    note: '',
    tags: [],
    audience: 'mutuals',
    crew_id: null,
    people_max: '',
  }
}

/** Reads stored values. Missing ones are the meetup's, or the defaults: the next full hour, for two hours. */
export function readValues(
  stored: unknown,
  meetup: Meetup | null,
  timeZone: string | undefined,
  now: number,
): MeetupValues {
  const typed = (stored ?? {}) as Partial<Record<keyof MeetupValues, unknown>>
  const defaults = makeDefaults(meetup, timeZone, now)
  const text = (name: 'day' | 'from' | 'until' | 'note' | 'people_max') => {
    const value = typed[name]
    return typeof value === 'string' ? value : defaults[name]
  }
  const tags = Array.isArray(typed.tags) ? (typed.tags as unknown[]) : defaults.tags
  return {
    day: text('day'),
    from: text('from'),
    until: text('until'),
    note: text('note'),
    tags: MEETUP_TAGS.filter((tag) => tags.includes(tag)),
    audience: MEETUP_AUDIENCES.find((one) => one === typed.audience) ?? defaults.audience,
    crew_id: typeof typed.crew_id === 'string' ? typed.crew_id : defaults.crew_id,
    people_max: text('people_max'),
  }
}

function readTimes({ day, from, until }: MeetupValues, timeZone: string | undefined) {
  const starts = toTime(day, from, timeZone)
  const ends = toTime(day, until, timeZone)
  if (!(ends <= starts)) return { starts, ends }
  // A session that ends at an earlier time of day ends after midnight. The next day can be 23 or 25 hours later.
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return { starts, ends: toTime(next, until, timeZone) }
}

/** Returns the form's errors by field; null if it can be sent. */
export function checkValues(values: MeetupValues, timeZone: string | undefined, now: number) {
  const { starts, ends } = readTimes(values, timeZone)
  const limit = values.people_max.trim()
  const isLimit =
    /^\d+$/.test(limit) &&
    Number(limit) >= LIMITS.meetup_people_min &&
    Number(limit) <= LIMITS.meetup_people_max
  const found = {
    ...(Number.isNaN(starts + ends)
      ? { day: m.meetups_when_missing() }
      : ends <= now
        ? { day: m.meetups_when_past() }
        : starts > now + LIMITS.meetup_ahead_days * DAY_MS
          ? { day: m.meetups_when_far({ days: LIMITS.meetup_ahead_days }) }
          : ends - starts > LIMITS.meetup_hours * HOUR_MS && {
              ends_at: m.meetups_too_long({ hours: LIMITS.meetup_hours }),
            }),
    ...(values.audience === 'crew' && !values.crew_id && { crew_id: m.meetups_crew_missing() }),
    ...(limit &&
      !isLimit && {
        people_max: m.meetups_limit_wrong({ min: LIMITS.meetup_people_min, max: LIMITS.meetup_people_max }),
      }),
  }
  return Object.keys(found).length > 0 ? found : null
}

/** Builds the request's body from values without errors. */
export function toBody(values: MeetupValues, timeZone: string | undefined): MeetupBody {
  const { starts, ends } = readTimes(values, timeZone)
  const { note, tags, audience, crew_id, people_max } = values
  return {
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(ends).toISOString(),
    note: note.trim() || null,
    tags,
    audience,
    crew_id: audience === 'crew' ? crew_id : null,
    people_max: people_max.trim() ? Number(people_max) : null,
  }
}
