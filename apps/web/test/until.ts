import { setTimeout as sleep } from 'node:timers/promises'

/** Retries work until it doesn't throw, and returns its result. After 30 s, throws the last error. */
export async function until<T>(work: () => Promise<T> | T): Promise<T> {
  const end = performance.now() + 30_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await sleep(10)
  }
}
