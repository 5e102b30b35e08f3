import type { GroundState, Surface } from '@nollie/contract'

/** Weather during one hour. */
export type WeatherHour = {
  /** End of the hour, in milliseconds since the epoch. */
  at: number
  /** Millimeters. */
  rain: number
  /** Degrees Celsius. */
  temperature: number
  /** Percent. */
  humidity: number
  /** Meters per second. */
  wind: number
  /** Solar radiation that reaches flat ground, in watts per square meter. */
  sun: number
}

/** How fast ground dries. */
export const DRYING = ['fast', 'normal', 'slow'] as const
/** @see DRYING */
export type Drying = (typeof DRYING)[number]
/** How fast each surface dries: smoother surfaces hold less water. */
export const DRYING_OF: Readonly<Record<Surface, Drying>> = {
  glassy: 'fast',
  smooth: 'fast',
  average: 'normal',
  rough: 'slow',
  crusty: 'slow',
}

/** A period during which the ground is wet, in milliseconds since the epoch. */
export type WetSpan = { from: number; to: number }

const HOUR_MS = 3_600_000
/** Maximum amount of water that stays on the ground, in millimeters; the rest runs off. */
const HOLDS: Record<Drying, number> = { fast: 0.35, normal: 0.6, slow: 1.2 }
/** Minimum amount of rain that makes the ground wet, in millimeters per hour. */
const RAINS_FROM = 0.1
/** Remaining water that no longer matters, in millimeters. */
const DRY_UP_TO = 0.02
/** Share of solar radiation that the ground absorbs. */
const TAKEN_UP = 0.8
/** Joules needed to evaporate a kilogram of water, which covers a square meter one millimeter deep. */
const HEAT = 2.45e6
const PSYCHROMETRIC = 0.066
/** Factor for ice, which evaporates slowly. */
const FROZEN = 0.1

/** Computes how many millimeters of water evaporate in an hour, using Penman's equation for open water. */
export function computeEvaporation({ temperature, humidity, wind, sun }: WeatherHour): number {
  const full = 0.6108 * Math.exp((17.27 * temperature) / (temperature + 237.3))
  const slope = (4098 * full) / (temperature + 237.3) ** 2
  const lacking = full * (1 - humidity / 100)
  const bySun = (slope / (slope + PSYCHROMETRIC)) * ((sun * TAKEN_UP * HOUR_MS) / 1000 / HEAT)
  const byWind = (PSYCHROMETRIC / (slope + PSYCHROMETRIC)) * 0.268 * (1 + 0.54 * wind) * lacking
  return Math.max(0.001, bySun + byWind) * (temperature < 0 ? FROZEN : 1)
}

/**
 * Returns the periods during which uncovered ground is wet, in order. A period that ends with the last hour may
 * actually last longer.
 */
export function findWetSpans(hours: readonly WeatherHour[], drying: Drying): WetSpan[] {
  const spans: WetSpan[] = []
  const wet = (from: number, to: number) => {
    const last = spans.at(-1)
    if (last?.to === from) last.to = to
    else spans.push({ from, to })
  }
  let water = 0
  for (const hour of hours) {
    const from = hour.at - HOUR_MS
    const gone = computeEvaporation(hour)
    const rains = hour.rain >= RAINS_FROM
    if (rains) wet(from, hour.at)
    else if (water > DRY_UP_TO) {
      const needed = Math.ceil(((water + hour.rain - DRY_UP_TO) / gone) * HOUR_MS)
      wet(from, Math.min(hour.at, from + needed))
    }
    water = Math.max(0, Math.min(HOLDS[drying], water + hour.rain) - gone)
    // After a shower, the ground counts as wet no matter how much evaporated within the hour.
    if (rains) water = Math.max(water, DRY_UP_TO * 2)
  }
  return spans
}

/** The state of the ground: whether it's wet, when it became dry, and when it will be dry. */
export type Ground = { state: GroundState; dry_since: number | null; dry_from: number | null }

/** Returns the state of the ground at a given time; null outside the range of hours. */
export function groundAt(
  spans: readonly WetSpan[],
  { first, last }: { first: number; last: number },
  at: number,
): Ground | null {
  if (at < first || at >= last) return null
  const now = spans.find(({ from, to }) => from <= at && at < to)
  if (!now) {
    const before = spans.findLast(({ to }) => to <= at)
    return { state: 'dry', dry_since: before?.to ?? null, dry_from: null }
  }
  if (now.to >= last) return { state: 'wet', dry_since: null, dry_from: null }
  return { state: 'drying', dry_since: null, dry_from: now.to }
}
