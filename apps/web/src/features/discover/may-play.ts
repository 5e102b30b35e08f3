import { useSyncExternalStore } from 'react'

type Connection = EventTarget & { saveData?: boolean }
type Battery = EventTarget & { charging: boolean; level: number }
type Device = Navigator & { connection?: Connection; getBattery?: () => Promise<Battery> }

/** With less left than this, of 1, and no charger, nothing plays by itself. */
const LOW = 0.2

const device = () => navigator as Device
const QUIET = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)']

let battery: Battery | null = null
let asked = false

const isLow = () => battery !== null && !battery.charging && battery.level < LOW
const mayPlay = () =>
  !QUIET.some((query) => matchMedia(query).matches) && !device().connection?.saveData && !isLow()

function subscribe(view: () => void): () => void {
  const queries = QUIET.map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', view)
  device().connection?.addEventListener('change', view)
  if (!asked) {
    asked = true
    device()
      .getBattery?.()
      .then(
        (found) => {
          battery = found
          view()
        },
        () => undefined,
      )
  }
  return () => {
    for (const query of queries) query.removeEventListener('change', view)
    device().connection?.removeEventListener('change', view)
  }
}

/** Whether videos may play by themselves: not where motion or data is to be saved, nor on the last of a battery. */
export const useMayPlay = (): boolean => useSyncExternalStore(subscribe, mayPlay)
