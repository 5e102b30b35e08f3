import { setTimeout as sleep } from 'node:timers/promises'

/** Tries work again until it does not throw, and returns its result; throws its last error after `timeout` ms. */
export const until = async <T>(
  work: () => Promise<T> | T,
  { timeout, interval = 50 }: { timeout: number; interval?: number },
): Promise<T> => {
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
