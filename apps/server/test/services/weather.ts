import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Returns the weather at an hour this many hours from now. */
export type Sky = (hours: number) => {
  rain?: number | null
  temperature?: number
  humidity?: number
  wind?: number
  sun?: number
}

const HOUR_S = 3_600
const UNITS = {
  time: 'unixtime',
  precipitation: 'mm',
  temperature_2m: '°C',
  relative_humidity_2m: '%',
  wind_speed_10m: 'm/s',
  shortwave_radiation: 'W/m²',
}

const KNOWN = new Set(Object.keys(UNITS))

function refuse(reason: string): [number, object] {
  return [400, { error: true, reason }]
}

/**
 * Builds Open-Meteo's response to `GET /v1/forecast`: an object for one place, a list for several, and `error` and
 * `reason` for an invalid query.
 */
function answerTo(query: URLSearchParams, sky: Sky): [status: number, body: unknown] {
  const numbers = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean).map(Number)
  const [latitudes, longitudes] = [numbers('latitude'), numbers('longitude')]
  if (latitudes.length === 0 || latitudes.length !== longitudes.length)
    return refuse("Parameter 'latitude' and 'longitude' must have the same number of elements")
  const outside = latitudes.find((latitude) => Math.abs(latitude) > 90)
  if (outside !== undefined) return refuse(`Latitude must be in range of -90 to 90°. Given: ${outside}.`)
  const names = (query.get('hourly') ?? '').split(',')
  const unknown = names.find((name) => !KNOWN.has(name))
  if (unknown !== undefined)
    return refuse(
      `Data corrupted at path ''. Cannot initialize SurfacePressureAndHeightVariable<VariableAndPreviousDay, ForecastPressureVariable, ForecastHeightVariable> from invalid String value ${unknown}.`,
    )
  const first =
    Math.floor(Date.now() / 1000 / HOUR_S) * HOUR_S - Number(query.get('past_hours') ?? 0) * HOUR_S
  const count = Number(query.get('past_hours') ?? 0) + Number(query.get('forecast_hours') ?? 168)
  const time = Array.from({ length: count }, (_, i) => first + i * HOUR_S)
  const weather = time.map((at) => sky(Math.round(at / HOUR_S - Date.now() / 1000 / HOUR_S)))
  const hourly = {
    time,
    precipitation: weather.map(({ rain = 0 }) => rain),
    temperature_2m: weather.map(({ temperature = 14 }) => temperature),
    relative_humidity_2m: weather.map(({ humidity = 65 }) => humidity),
    wind_speed_10m: weather.map(({ wind = 3 }) => wind),
    shortwave_radiation: weather.map(({ sun = 200 }) => sun),
  }
  const places = latitudes.map((latitude, i) => ({
    latitude,
    longitude: longitudes[i],
    generationtime_ms: 0.08,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: 38,
    hourly_units: UNITS,
    hourly,
    ...(i > 0 ? { location_id: i } : {}),
  }))
  return [200, places.length === 1 ? places[0] : places]
}

/** Starts a fake Open-Meteo server whose weather is set by the test. */
export async function startWeather() {
  const asked: URLSearchParams[] = []
  let sky: Sky = () => ({})
  let spoken: { text: string; status: number } | null = null
  let isSilent = false
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://weather.example')
    if (url.pathname !== '/v1/forecast') return void response.writeHead(404).end()
    asked.push(url.searchParams)
    if (isSilent) return
    const [status, body] = answerTo(url.searchParams, sky)
    response
      .writeHead(spoken?.status ?? status, { 'content-type': 'application/json', location: '/elsewhere' })
      .end(spoken?.text ?? JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    /** The queries received so far. */
    asked,
    /** Sets the weather for all places from now on. */
    is: (weather: Sky) => void (sky = weather),
    /** Returns the current response to a query, as text. */
    textFor: (query: URLSearchParams) => JSON.stringify(answerTo(query, sky)[1]),
    /** Overrides the response to every request; null restores normal responses. */
    answers: (text: string | null, status = 200) => void (spoken = text === null ? null : { text, status }),
    /** Makes the server stop responding, or respond again. */
    falls: (silent: boolean) => void (isSilent = silent),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
