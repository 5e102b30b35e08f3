import { z } from 'zod'
import { addressAt, askService, ServiceDown } from '../../platform/fetch/index.ts'
import type { WeatherHour } from './drying.ts'

/** The operator's settings for the weather service. */
export type WeatherSettings = { url: URL; key: string | null }

const TIMEOUT_MS = 5_000
/** Three days of hourly data for one place take up about 5 kB. */
const MAX_BYTES = 1024 * 1024
/** How many hours of weather to request before and after now. */
const PAST_HOURS = 48
const NEXT_HOURS = 24
const HOUR_S = 3_600
const VALUES = [
  'precipitation',
  'temperature_2m',
  'relative_humidity_2m',
  'wind_speed_10m',
  'shortwave_radiation',
] as const

function series(min: number, max: number) {
  return z.array(z.number().min(min).max(max)).min(24).max(200)
}

// Discards impossible values, because no data is better than wrong data.
const Place = z.object({
  hourly: z.object({
    time: z.array(z.number().int()).min(24).max(200),
    precipitation: series(0, 300),
    temperature_2m: series(-95, 65),
    relative_humidity_2m: series(0, 101),
    wind_speed_10m: series(0, 120),
    shortwave_radiation: series(0, 1_500),
  }),
})
const Answer = z.union([z.array(Place), Place.transform((place) => [place])])
const Failed = z.object({ error: z.literal(true), reason: z.string() })

type Position = { latitude: number; longitude: number }

function buildAddress({ url, key }: WeatherSettings, places: readonly Position[]): URL {
  const address = addressAt(url, 'v1/forecast')
  const list = (of: (place: Position) => number) => places.map((place) => of(place).toFixed(2)).join(',')
  address.search = new URLSearchParams({
    latitude: list(({ latitude }) => latitude),
    longitude: list(({ longitude }) => longitude),
    hourly: VALUES.join(','),
    past_hours: String(PAST_HOURS),
    forecast_hours: String(NEXT_HOURS),
    timeformat: 'unixtime',
    timezone: 'GMT',
    wind_speed_unit: 'ms',
    ...(key === null ? {} : { apikey: key }),
  }).toString()
  return address
}

function toWeatherHours({ hourly }: z.output<typeof Place>, now: number): WeatherHour[] {
  const { time } = hourly
  const isHourly = time.every((at, i) => i === 0 || at - (time[i - 1] ?? 0) === HOUR_S)
  const isWhole = VALUES.every((name) => hourly[name].length === time.length)
  const [first = 0, last = 0] = [time[0], time.at(-1)]
  if (!isHourly || !isWhole || first * 1000 > now || last * 1000 <= now)
    throw new ServiceDown('sent different hours than requested')
  return time.map((at, i) => ({
    at: at * 1000,
    rain: hourly.precipitation[i] ?? 0,
    temperature: hourly.temperature_2m[i] ?? 0,
    humidity: Math.min(100, hourly.relative_humidity_2m[i] ?? 0),
    wind: hourly.wind_speed_10m[i] ?? 0,
    sun: hourly.shortwave_radiation[i] ?? 0,
  }))
}

/**
 * Fetches hourly weather for these places, from two days ago to one day from now. Calls `GET /v1/forecast` as
 * documented by Open-Meteo.
 * @throws ServiceDown
 */
export async function askWeather(
  settings: WeatherSettings,
  places: readonly Position[],
  { timeoutMs = TIMEOUT_MS, now = Date.now() }: { timeoutMs?: number; now?: number } = {},
): Promise<WeatherHour[][]> {
  const { status, answer } = await askService(buildAddress(settings, places), {
    timeoutMs,
    maxBytes: MAX_BYTES,
  })
  const found = status === 200 ? Answer.safeParse(answer) : null
  if (!found?.success) {
    const failed = Failed.safeParse(answer)
    throw new ServiceDown(
      `responded with ${status}${failed.success ? `: ${failed.data.reason.slice(0, 200)}` : ''}`,
    )
  }
  if (found.data.length !== places.length) throw new ServiceDown('sent different places than requested')
  return found.data.map((place) => toWeatherHours(place, now))
}
