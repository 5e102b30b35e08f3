import { BUSY_FROM, CERTAIN_FROM, QUIET_UP_TO } from '@nollie/contract/busts/bust-values'
import type { Conditions } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { dateFormat, isOtherZone, knownZone, listText } from '../../lib/format.ts'
import type { Light } from './light.ts'

const HALF_HOUR_MS = 1_800_000

type TimeText = (at: Date | string) => string

/** Returns a formatter for times in a time zone, or in the device's if the spot's time zone is unknown. */
export function timesIn(time_zone: string | undefined): TimeText {
  return dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: knownZone(time_zone) })
}

function halfHour(at: string): Date {
  return new Date(Math.round(Date.parse(at) / HALF_HOUR_MS) * HALF_HOUR_MS)
}

function groundText(ground: NonNullable<Conditions['ground']>, time: TimeText): string {
  if (ground.is_covered) return m.conditions_dry_covered()
  if (ground.state === 'wet') return m.conditions_wet()
  if (ground.dry_from) return m.conditions_wet_until({ time: time(halfHour(ground.dry_from)) })
  return ground.dry_since
    ? m.conditions_dry_since({ time: time(halfHour(ground.dry_since)) })
    : m.conditions_dry()
}

function lightText(light: Light, night: Conditions['night_light'] | undefined, time: TimeText): string {
  if (light.state === 'dark') {
    if (night === 'lit') return m.conditions_lit()
    return night === 'dark' ? m.conditions_dark() : m.conditions_dark_unknown()
  }
  if (light.golden_until) return m.conditions_golden_until({ time: time(light.golden_until) })
  if (night === 'lit' || !light.light_until) return m.conditions_light()
  return m.conditions_light_until({ time: time(light.light_until) })
}

const QUIET_TEXTS = [
  m.conditions_quiet_0,
  m.conditions_quiet_1,
  m.conditions_quiet_2,
  m.conditions_quiet_3,
  m.conditions_quiet_4,
  m.conditions_quiet_5,
  m.conditions_quiet_6,
]

// Omits chances that are mostly guesses based on the spot type.
function bustText({
  chance,
  certainty,
  weekday,
  is_holiday,
}: NonNullable<Conditions['bust']>): string | null {
  if (chance >= BUSY_FROM) return m.conditions_busts_often()
  if (certainty < CERTAIN_FROM) return null
  if (chance > QUIET_UP_TO) return m.conditions_busts_sometimes()
  return is_holiday ? m.conditions_quiet_holiday() : (QUIET_TEXTS[weekday]?.() ?? null)
}

// The previous server version doesn't send opening hours.
type Known = Pick<Conditions, 'ground' | 'night_light' | 'bust'> & Partial<Pick<Conditions, 'opening'>>

// "Closed" is shown even if the reopening time is unknown.
function openingText(
  { is_open, changes_at }: NonNullable<Conditions['opening']>,
  time: TimeText,
): string | null {
  if (changes_at === null) return is_open ? null : m.conditions_closed()
  return is_open
    ? m.conditions_open_until({ time: time(changes_at) })
    : m.conditions_closed_until({ time: time(changes_at) })
}

/**
 * Decides whether a spot is skateable now. Returns `unknown` if nothing but the daylight is known, or if it's dark and
 * no one has reported whether the spot is lit.
 */
export function decideSkateable(
  { ground, night_light, bust, opening }: Known,
  light: Light,
): 'yes' | 'no' | 'unknown' {
  const isDark = light.state === 'dark'
  const against =
    (isDark && night_light === 'dark') ||
    (ground !== null && ground.state !== 'dry') ||
    (bust !== null && bust.chance >= BUSY_FROM) ||
    opening?.is_open === false
  if (against) return 'no'
  if (isDark) return night_light === 'lit' ? 'yes' : 'unknown'
  return ground === null && bust === null && !opening ? 'unknown' : 'yes'
}

/** Returns the local time at a spot; null if it's unknown or the same as this device's. */
export function localTimeText(time_zone: string | undefined, at: Date): string | null {
  return isOtherZone(time_zone, at) ? m.conditions_local_time({ time: timesIn(time_zone)(at) }) : null
}

/** Describes a spot's current conditions in one sentence. If there's no server data, only daylight is considered. */
export function conditionText(
  conditions: Conditions | undefined,
  light: Light,
  time_zone = conditions?.time_zone,
): string {
  const time = timesIn(time_zone)
  const why = [
    conditions?.ground ? groundText(conditions.ground, time) : null,
    lightText(light, conditions?.night_light, time),
    conditions?.bust ? bustText(conditions.bust) : null,
    conditions?.opening ? openingText(conditions.opening, time) : null,
  ].filter((part) => part !== null)
  const text = listText(why)
  const verdict = conditions ? decideSkateable(conditions, light) : 'unknown'
  if (verdict === 'unknown') return text
  return verdict === 'yes' ? m.conditions_now({ why: text }) : m.conditions_not_now({ why: text })
}
