import { useSyncExternalStore } from 'react'

type Battery = EventTarget & { charging: boolean }

/** What is read from a browser; not every one exposes its connection and its battery. */
export type Device = {
  connection?: EventTarget & { saveData?: boolean }
  getBattery?: () => Promise<Battery>
}

const QUIET = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)']

/**
 * Watches whether videos may play by themselves on a device. Where `battery` counts, they do not on battery, nor until it
 * is known.
 */
export function watchMayPlay(
  device: () => Device,
  media: (query: string) => Pick<MediaQueryList, 'matches' | keyof EventTarget>,
  { battery = true } = {},
): { mayPlay: () => boolean; subscribe: (listener: () => void) => () => void } {
  let onBattery: boolean | null = null
  let started = false
  const subscribers = new Set<() => void>()
  const publish = () => {
    for (const listener of subscribers) listener()
  }
  const ask = () => {
    if (started || !battery) return
    started = true
    const { getBattery } = device()
    if (!getBattery) return
    getBattery.call(device()).then(
      (found) => {
        const read = () => {
          onBattery = !found.charging
          publish()
        }
        found.addEventListener('chargingchange', read)
        read()
      },
      () => {
        onBattery = false
        publish()
      },
    )
  }
  return {
    mayPlay() {
      const { connection, getBattery } = device()
      if (QUIET.some((query) => media(query).matches) || connection?.saveData) return false
      return !(battery && getBattery ? (onBattery ?? true) : false)
    },
    subscribe(listener) {
      const sources = [...QUIET.map(media), device().connection]
      for (const source of sources) source?.addEventListener('change', listener)
      subscribers.add(listener)
      ask()
      return () => {
        subscribers.delete(listener)
        for (const source of sources) source?.removeEventListener('change', listener)
      }
    },
  }
}

const device = () => navigator as Device
const media = (query: string) => matchMedia(query)
const many = watchMayPlay(device, media)
const single = watchMayPlay(device, media, { battery: false })

/** Whether many videos may play at once by themselves: not where motion or data is to be saved, nor on battery. */
export const useMayPlay = (): boolean => useSyncExternalStore(many.subscribe, many.mayPlay)

/** The same for a single one that is looked at: phones are on battery most of the time. */
export const useMayPlayOne = (): boolean => useSyncExternalStore(single.subscribe, single.mayPlay)
