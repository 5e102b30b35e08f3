import { LIGHT_ENDS_AT } from '@nollie/contract/conditions/condition-values'
import { getPosition, getTimes } from 'suncalc'

type Position = { latitude: number; longitude: number }

/** A time span within a day. */
export type Span = { from: Date; to: Date }

/** The light at a spot now and throughout the day. */
export type Light = {
  /** `sun` if the sun is up, `twilight` if there's still enough light to see, otherwise `dark`. */
  state: 'sun' | 'twilight' | 'dark'
  /** The sun's elevation above the horizon in degrees. */
  height: number
  /** The end of the current golden hour; null outside a golden hour. */
  golden_until: Date | null
  /** The time when today's light ends; null if it doesn't end. */
  light_until: Date | null
  /** Usable light, sunlight, and the two golden hours; null or empty if the sun doesn't rise or set. */
  daylight: Span | null
  sun: Span | null
  golden: Span[]
  /** Whether the sun stays up or down all day; null if it rises and sets. */
  always: 'up' | 'down' | null
}

function span(from: Date | null, to: Date | null): Span | null {
  return from && to && from < to ? { from, to } : null
}

/** Computes the light under an open sky. Works offline. */
export function lightAt({ latitude, longitude }: Position, at: Date): Light {
  const { altitude } = getPosition(at, latitude, longitude)
  const times = getTimes(at, latitude, longitude)
  const state = altitude > 0 ? 'sun' : altitude > LIGHT_ENDS_AT ? 'twilight' : 'dark'
  const golden = [span(times.sunrise, times.goldenHourEnd), span(times.goldenHour, times.sunset)].filter(
    (one) => one !== null,
  )
  const now = golden.find(({ from, to }) => from <= at && at < to)
  return {
    state,
    height: Math.round(altitude),
    golden_until: now?.to ?? null,
    light_until: times.dusk && times.dusk > at ? times.dusk : null,
    daylight: span(times.dawn, times.dusk),
    sun: span(times.sunrise, times.sunset),
    golden,
    always: times.alwaysUp ? 'up' : times.alwaysDown ? 'down' : null,
  }
}
