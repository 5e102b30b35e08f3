import pg from 'pg'
import { vi } from 'vitest'

/**
 * The texts of all statements that this process sends to databases while `work` runs, whoever sends them: begins and
 * commits among them.
 */
export const statementsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.flatMap(([query]: unknown[]) => {
      const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
      // Several may come in one text, then without values.
      return /^BEGIN;/.test(text) ? text.split(';').filter((part) => part.trim()) : [text]
    })
  } finally {
    sent.mockRestore()
  }
}
