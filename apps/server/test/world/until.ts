import { setTimeout as sleep } from 'node:timers/promises'

/** Retries work until it doesn't throw, and returns its result. After `timeout` ms (a minute), throws the last error. */
export async function until<T>(
  work: () => Promise<T> | T,
  { timeout = 60_000, interval = 50 }: { timeout?: number; interval?: number } = {},
): Promise<T> {
  const end = performance.now() + timeout
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await sleep(interval)
  }
}
