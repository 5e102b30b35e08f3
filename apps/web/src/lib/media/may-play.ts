import { createAtom } from '@tanstack/react-store'
import { useBrowserValue } from '../use-browser-value.ts'

type Battery = EventTarget & { charging: boolean }

/** Device information from the browser. Not every browser provides connection and battery information. */
export type Device = {
  connection?: EventTarget & { saveData?: boolean }
  getBattery?: () => Promise<Battery>
}

const QUIET = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)']

/**
 * Watches whether videos may autoplay on this device. If `battery`, they don't play on battery power or before the
 * battery state is known.
 */
export function watchMayPlay(
  device: () => Device,
  media: (query: string) => Pick<MediaQueryList, 'matches' | keyof EventTarget>,
  { battery = true } = {},
): { mayPlay: () => boolean; subscribe: (listener: () => void) => () => void } {
  const onBattery = createAtom<boolean | null>(null)
  let started = false
  const ask = () => {
    if (started || !battery) return
    started = true
    const { getBattery } = device()
    if (!getBattery) return
    getBattery.call(device()).then(
      (found) => {
        const read = () => onBattery.set(!found.charging)
        found.addEventListener('chargingchange', read)
        read()
      },
      () => onBattery.set(false),
    )
  }
  return {
    mayPlay() {
      const { connection, getBattery } = device()
      if (QUIET.some((query) => media(query).matches) || connection?.saveData) return false
      return !(battery && getBattery ? (onBattery.get() ?? true) : false)
    },
    subscribe(listener) {
      const sources = [...QUIET.map(media), device().connection]
      for (const source of sources) source?.addEventListener('change', listener)
      const battery = onBattery.subscribe(listener)
      ask()
      return () => {
        battery.unsubscribe()
        for (const source of sources) source?.removeEventListener('change', listener)
      }
    },
  }
}

function device() {
  return navigator as Device
}

function media(query: string) {
  return matchMedia(query)
}

const many = watchMayPlay(device, media)
const single = watchMayPlay(device, media, { battery: false })

/**
 * Whether several videos may autoplay at the same time. Returns false on battery power, or if the person prefers
 * reduced motion or data.
 */
export function useMayPlay(): boolean {
  return useBrowserValue(many.subscribe, many.mayPlay)
}

/** Whether a single video on screen may autoplay. Unlike {@link useMayPlay}, allows it on battery power. */
export function useMayPlayOne(): boolean {
  return useBrowserValue(single.subscribe, single.mayPlay)
}
