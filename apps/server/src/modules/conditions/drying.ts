import type { GroundState, Surface } from '@nollie/contract'

/** One hour of weather: the hour before `at`. */
export type WeatherHour = {
  /** Milliseconds; the end of the hour. */
  at: number
  /** Millimetres. */
  rain: number
  /** Degrees Celsius. */
  temperature: number
  /** Percent. */
  humidity: number
  /** Metres a second. */
  wind: number
  /** Watts a square metre that reach flat ground. */
  sun: number
}

/** How fast a ground dries. */
export const DRYING = ['fast', 'normal', 'slow'] as const
/** @see DRYING */
export type Drying = (typeof DRYING)[number]
/** How fast a ground dries: the smoother it is, the less water it holds. */
export const DRYING_OF: Readonly<Record<Surface, Drying>> = {
  ...{ glassy: 'fast', smooth: 'fast', average: 'normal' },
  ...{ rough: 'slow', crusty: 'slow' },
}

/** A time in which the ground is wet, in milliseconds. */
export type WetSpan = { from: number; to: number }

const HOUR_MS = 3_600_000
/** Millimetres of water that stay on a ground; the rest runs off. */
const HOLDS: Record<Drying, number> = { fast: 0.35, normal: 0.6, slow: 1.2 }
/** Millimetres in an hour that make a ground wet. */
const RAINS_FROM = 0.1
/** Millimetres of water that are no hindrance. */
const DRY_UP_TO = 0.02
/** The part of the sunlight that the ground takes up. */
const TAKEN_UP = 0.8
/** Joule that evaporate a kilogram of water, which is a millimetre on a square metre. */
const HEAT = 2.45e6
const PSYCHROMETRIC = 0.066
/** Ice goes slowly. */
const FROZEN = 0.1

/** Millimetres of water that an hour evaporates, by Penman's equation of open water. */
export const computeEvaporation = ({ temperature, humidity, wind, sun }: WeatherHour): number => {
  const full = 0.6108 * Math.exp((17.27 * temperature) / (temperature + 237.3))
  const slope = (4098 * full) / (temperature + 237.3) ** 2
  const lacking = full * (1 - humidity / 100)
  const bySun = (slope / (slope + PSYCHROMETRIC)) * ((sun * TAKEN_UP * HOUR_MS) / 1000 / HEAT)
  const byWind = (PSYCHROMETRIC / (slope + PSYCHROMETRIC)) * 0.268 * (1 + 0.54 * wind) * lacking
  return Math.max(0.001, bySun + byWind) * (temperature < 0 ? FROZEN : 1)
}

/** When a ground without a roof is wet, in order. A time that lasts to the end of the hours may last longer. */
export const wetSpans = (hours: readonly WeatherHour[], drying: Drying): WetSpan[] => {
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
    // The ground after a shower is wet, however much of it the hour has evaporated.
    if (rains) water = Math.max(water, DRY_UP_TO * 2)
  }
  return spans
}

/** Whether a ground is wet at a moment, since when it is dry, and from when on. */
export type Ground = { state: GroundState; dry_since: number | null; dry_from: number | null }

/** What is known of a ground at a moment; null outside of the hours. */
export const groundAt = (
  spans: readonly WetSpan[],
  { first, last }: { first: number; last: number },
  at: number,
): Ground | null => {
  if (at < first || at >= last) return null
  const now = spans.find(({ from, to }) => from <= at && at < to)
  if (!now) {
    const before = spans.findLast(({ to }) => to <= at)
    return { state: 'dry', dry_since: before?.to ?? null, dry_from: null }
  }
  if (now.to >= last) return { state: 'wet', dry_since: null, dry_from: null }
  return { state: 'drying', dry_since: null, dry_from: now.to }
}
