import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'
import { PreparingClient } from '../../src/db/prepared.ts'

/** Returns all SQL statements that this process sends while `work` runs, including begins and commits. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.flatMap(([query]: unknown[]) => {
      const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
      // One query may contain several statements if they have no values.
      return /^BEGIN;/.test(text) ? text.split(';').filter((part) => part.trim()) : [text]
    })
  } finally {
    sent.mockRestore()
  }
}

const sending = new AsyncLocalStorage<string[]>()
/** Matches statements that run from time to time, regardless of the request. */
const OF_WHO_ASKS = /prepared: rates_|^update "sessions"/

/** Makes {@link captureStatements} work in a test. Call this before each test, because a spy ends with its test. */
export function recordStatements(): void {
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
 * Runs a function and returns the statements that the server sent for it, without those from its jobs. Every request
 * inside must be awaited.
 */
export async function captureStatements<T>(act: () => Promise<T>): Promise<[T, string[]]> {
  const sent: string[] = []
  return [await sending.run(sent, act), sent]
}
