import type { Meetup } from '@nollie/contract'
import type { MeetupAnswer, MeetupAudience, MeetupTag } from '@nollie/contract/meetups/meetup-kinds'
import { m } from '../../i18n/messages.ts'
import { dateFormat, knownZone } from '../../lib/format.ts'
import { getName } from '../../lib/text/person-name.ts'

/** Labels of answers. */
export const ANSWER_TEXTS: Record<MeetupAnswer, () => string> = {
  in: m.meetups_in,
  maybe: m.meetups_maybe,
  out: m.meetups_out,
}

/** Labels of tags. */
export const TAG_TEXTS: Record<MeetupTag, () => string> = {
  beginners: m.meetups_tag_beginners,
  women: m.meetups_tag_women,
  wcmx: m.meetups_tag_wcmx,
  filming: m.meetups_tag_filming,
  build: m.meetups_tag_build,
  contest: m.meetups_tag_contest,
  lesson: m.meetups_tag_lesson,
}

/** Labels of audiences. */
export const AUDIENCE_TEXTS: Record<MeetupAudience, () => string> = {
  mutuals: m.meetups_for_mutuals,
  crew: m.meetups_for_crew,
  members: m.meetups_for_members,
}

/** Formats when a meetup is, in the spot's time zone: `Mon, Nov 30, 5:00 PM – 7:00 PM`. */
export function timeText({ starts_at, ends_at, time_zone }: Meetup): string {
  const time = { hour: 'numeric', minute: '2-digit', timeZone: knownZone(time_zone) } as const
  const start = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', ...time })(starts_at)
  return `${start} – ${dateFormat(time)(ends_at)}`
}

/** Says who can see a meetup. */
export function audienceText({ audience, crew, host, is_own }: Meetup): string {
  if (audience === 'members') return m.meetups_seen_by_members()
  if (audience === 'crew') return m.meetups_seen_by_crew({ crew: crew?.name ?? '' })
  return is_own ? m.meetups_seen_by_own_mutuals() : m.meetups_seen_by_mutuals({ name: getName(host) })
}

/** How long (ms) a meetup is shown after its end. */
const SHOWN_AFTER_MS = 3_600_000

/** Whether a meetup has ended. */
export function hasEnded({ ends_at }: Meetup, now: number): boolean {
  return Date.parse(ends_at) <= now
}

/** Whether a meetup is no longer shown, even if it was loaded earlier. */
export function isOver({ ends_at }: Meetup, now: number): boolean {
  return Date.parse(ends_at) + SHOWN_AFTER_MS <= now
}
