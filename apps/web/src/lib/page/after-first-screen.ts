import { whenIdle } from './idle.ts'

/** Performance mark set when the first screen is done. Tests measure the bytes loaded before it. */
export const FIRST_SCREEN = 'first-screen'
const PAUSE_MS = 1_000

function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })
}

async function wait(): Promise<void> {
  await loaded()
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  await whenIdle()
  performance.mark(FIRST_SCREEN)
}

let waiting: Promise<void> | undefined

/** Resolves once the first screen is rendered and the device is idle; immediately if that has already happened. */
export function afterFirstScreen(): Promise<void> {
  return (waiting ??= wait())
}
