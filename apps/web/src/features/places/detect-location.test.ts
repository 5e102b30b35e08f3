import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readBrowser } from './browser-name.ts'
import { type Device, detect, exactOptions, fallbackMs, networkOptions } from './detect-location.ts'
import type { LocationRecord } from './stored-location.ts'

const AGENTS = {
  chrome:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  android:
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
}
const NOW = 1_800_000_000_000

type Stage = { latitude: number } | { code: number } | 'silent'

/** Fakes a device with a result for each stage, and records the requests it gets. */
function device(stages: Stage[], more: Partial<Device> = {}) {
  const requests: PositionOptions[] = []
  const looked: string[] = []
  const left = [...stages]
  const made: Device = {
    browser: readBrowser(AGENTS.chrome),
    geolocation: {
      getCurrentPosition: (good, bad, options) => {
        requests.push(options ?? {})
        const stage = left.shift() ?? 'silent'
        if (stage === 'silent') return
        if ('code' in stage) return bad?.(stage as GeolocationPositionError)
        const coords = { latitude: stage.latitude, longitude: 2.17, accuracy: 12 }
        good({ coords, timestamp: NOW } as GeolocationPosition)
      },
    },
    cached: () => null,
    refused: () => false,
    byIp: async () => {
      looked.push('address')
      return { lat: 40, lng: -3, accuracy: 20_000 }
    },
    now: () => NOW,
    ...more,
  }
  return { made, asked: requests, looked }
}

const cached: LocationRecord = { lat: 1, lng: 2, accuracy: 10, source: 'cache', timestamp: NOW - 1 }
const [DENIED, UNAVAILABLE, TIMEOUT] = [{ code: 1 }, { code: 2 }, { code: 3 }]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the order of detection', () => {
  test('LOC-02 LOC-03 a cached location needs no detection', async () => {
    const { made, asked: requests, looked } = device([{ latitude: 41 }], { cached: () => cached })
    expect(await detect(made)).toEqual({ status: 'found', record: cached })
    expect([requests, looked]).toEqual([[], []])
  })

  test('API-73 LOC-02 DATA-21 tries the precise position, then the network, then the IP address', async () => {
    const exact = await detect(device([{ latitude: 41 }]).made)
    expect(exact).toEqual({
      status: 'found',
      record: { lat: 41, lng: 2.17, accuracy: 12, source: 'gps', timestamp: NOW },
    })
    const network = device([TIMEOUT, { latitude: 42 }])
    expect(await detect(network.made)).toMatchObject({ record: { lat: 42, source: 'network' } })
    expect(network.asked.map(({ enableHighAccuracy }) => enableHighAccuracy)).toEqual([true, false])
    const address = device([UNAVAILABLE, TIMEOUT])
    expect(await detect(address.made)).toMatchObject({ record: { lat: 40, source: 'ip' } })
  })

  test('LOC-04 C-30 a refusal ends the detection without asking the network or looking up the IP address', async () => {
    for (const stages of [[DENIED], [TIMEOUT, DENIED]]) {
      const { made, looked } = device(stages)
      expect(await detect(made)).toEqual({ status: 'denied' })
      expect(looked).toEqual([])
    }
  })

  test('C-30 never looks up the IP address after an earlier refusal', async () => {
    const { made, looked } = device([TIMEOUT, UNAVAILABLE], { refused: () => true })
    expect(await detect(made)).toEqual({ status: 'error', unavailable: false })
    expect(looked).toEqual([])
  })

  test('LOC-05 ends with an error if all stages fail', async () => {
    const { made } = device([UNAVAILABLE, TIMEOUT], { byIp: () => Promise.reject(new Error('offline')) })
    expect(await detect(made)).toEqual({ status: 'error', unavailable: false })
  })

  test('LOC-06 LIMIT-03 ends with an error after 25 s without a response, or 35 s on mobile Safari', async () => {
    for (const [agent, ms] of [
      [AGENTS.chrome, 25_000],
      [AGENTS.iphone, 35_000],
    ] as const) {
      let status = 'detecting'
      void detect(device(['silent'], { browser: readBrowser(agent) }).made).then((found) => {
        status = found.status
      })
      await vi.advanceTimersByTimeAsync(ms - 1)
      expect(status).toBe('detecting')
      await vi.advanceTimersByTimeAsync(1)
      expect(status).toBe('error')
    }
  })

  test('LOC-07 looks up the IP address if the page may not ask for a position, and reports that', async () => {
    const { made } = device([], { geolocation: null })
    expect(await detect(made)).toMatchObject({ status: 'found', unavailable: true, record: { source: 'ip' } })
    const { made: alone } = device([], { geolocation: null, byIp: async () => null })
    expect(await detect(alone)).toEqual({ status: 'error', unavailable: true })
  })
})

test('LIMIT-01 LIMIT-02 timeouts and maximum ages depend on the browser', () => {
  const of = (agent: string) => {
    const browser = readBrowser(agent)
    const [exact, network] = [exactOptions(browser), networkOptions(browser)]
    return [exact.timeout, network.timeout, exact.maximumAge, network.maximumAge, fallbackMs(browser)]
  }
  expect(of(AGENTS.chrome)).toEqual([8_000, 5_000, 300_000, 600_000, 25_000])
  expect(of(AGENTS.android)).toEqual([15_000, 5_000, 300_000, 600_000, 25_000])
  expect(of(AGENTS.iphone)).toEqual([25_000, 15_000, 300_000, 600_000, 35_000])
  expect(of(AGENTS.mac)).toEqual([8_000, 5_000, 300_000, 600_000, 25_000])
})

test('distinguishes browsers, including an iPad that identifies as a Mac', () => {
  const names = Object.values(AGENTS).map((agent) => readBrowser(agent).name)
  expect(names).toEqual(['chrome', 'chrome', 'safari', 'safari', 'firefox', 'edge'])
  expect(readBrowser(AGENTS.mac, 5).mobileSafari).toBe(true)
  expect(readBrowser('curl/8').name).toBe('other')
})
