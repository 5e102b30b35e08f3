import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'
import { PreparingClient } from '../src/db/prepared.ts'

/** The texts of all statements that this process sends to databases while `work` runs, including begins and commits. */
export const statementsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.flatMap(([query]: unknown[]) => {
      const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
      // Several statements may be one text, without values then.
      return /^BEGIN;/.test(text) ? text.split(';').filter((part) => part.trim()) : [text]
    })
  } finally {
    sent.mockRestore()
  }
}

const sending = new AsyncLocalStorage<string[]>()
/** Counted and renewed occasionally, whatever is requested. */
const OF_WHO_ASKS = /prepared: rates_|^update "sessions"/

/** Makes {@link captureStatements} work in a test; before each one, because a spy ends with its test. */
export const recordStatements = (): void => {
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [config] = given
    const text = typeof config === 'string' ? config : (config as { text?: unknown } | null)?.text
    if (this instanceof PreparingClient && typeof text === 'string' && !OF_WHO_ASKS.test(text))
      sending.getStore()?.push(text)
    return Reflect.apply(query, this, given)
  })
}

/**
 * Runs a function, and returns the statements that the server sent for it, excluding its jobs' statements. Every
 * request inside must be awaited.
 */
export const captureStatements = async <T>(act: () => Promise<T>): Promise<[T, string[]]> => {
  const sent: string[] = []
  return [await sending.run(sent, act), sent]
}
