import { whenIdle } from './idle.ts'

/** The mark in the page's timeline after which later parts are loaded; tests weigh what came before. */
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

/** Waits until the first screen of the page is there and the device has a moment; later screens do not wait. */
export const afterFirstScreen = (): Promise<void> => (waiting ??= wait())
