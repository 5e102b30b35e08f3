import { expect, test, vi } from 'vitest'
import { type Device, watchMayPlay } from './may-play.ts'
import { until } from '../../../test/until.ts'

function media(wanted?: string) {
  return (query: string) =>
    Object.assign(new EventTarget(), { matches: wanted !== undefined && query.includes(wanted) })
}

function aBattery(charging: boolean) {
  return Object.assign(new EventTarget(), { charging })
}

function watched(device: Device, wanted?: string) {
  const listener = vi.fn<() => void>()
  const { mayPlay, subscribe } = watchMayPlay(() => device, media(wanted))
  return { mayPlay, view: listener, stop: subscribe(listener) }
}

test('DISC-16 shows the poster on battery power at any level, and plays videos when plugged in', async () => {
  const battery = aBattery(false)
  const { mayPlay, view: listener, stop } = watched({ getBattery: () => Promise.resolve(battery) })
  expect(mayPlay()).toBe(false)
  await until(() => expect(listener).toHaveBeenCalled())
  expect(mayPlay()).toBe(false)
  const charge = (charging: boolean) => {
    battery.charging = charging
    battery.dispatchEvent(new Event('chargingchange'))
  }
  charge(true)
  expect([listener.mock.calls.length, mayPlay()]).toEqual([2, true])
  charge(false)
  expect(mayPlay()).toBe(false)
  stop()
  charge(true)
  expect(listener).toHaveBeenCalledTimes(3)
})

test('plays if the browser does not reveal the battery', async () => {
  expect(watched({}).mayPlay()).toBe(true)
  const { mayPlay, view: listener } = watched({ getBattery: () => Promise.reject(new Error('not allowed')) })
  await until(() => expect(listener).toHaveBeenCalled())
  expect(mayPlay()).toBe(true)
})

test('does not query the battery if it makes no difference', () => {
  const getBattery = vi.fn<() => Promise<never>>()
  const { mayPlay, subscribe } = watchMayPlay(() => ({ getBattery }), media(), { battery: false })
  const stop = subscribe(() => undefined)
  expect([mayPlay(), getBattery.mock.calls.length]).toEqual([true, 0])
  stop()
})

test('does not play if the person prefers reduced data or motion', () => {
  const connection = Object.assign(new EventTarget(), { saveData: true })
  const { mayPlay, view: listener } = watched({ connection })
  expect(mayPlay()).toBe(false)
  connection.saveData = false
  connection.dispatchEvent(new Event('change'))
  expect([listener.mock.calls.length, mayPlay()]).toEqual([1, true])
  for (const wanted of ['reduced-motion', 'reduced-data']) expect(watched({}, wanted).mayPlay()).toBe(false)
})
