import { whenIdle } from './idle.ts'

/** The performance mark after which later parts are loaded. Tests measure the bytes loaded before it. */
export const FIRST_SCREEN = 'first-screen'
const PAUSE_MS = 1_000

const loaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })

const wait = async (): Promise<void> => {
  await loaded()
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  await whenIdle()
  performance.mark(FIRST_SCREEN)
}

let waiting: Promise<void> | undefined

/** Waits until the page's first screen is shown and the device is idle. Resolves immediately on later screens. */
export const afterFirstScreen = (): Promise<void> => (waiting ??= wait())
