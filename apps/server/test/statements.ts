import pg from 'pg'
import { vi } from 'vitest'

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
