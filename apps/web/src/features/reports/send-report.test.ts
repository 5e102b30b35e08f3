import { afterAll, expect, test, vi } from 'vitest'
import { explainReport, readValues, sendReport } from './send-report.ts'

const requested = vi.fn<(url: string) => Promise<Response>>()
vi.stubGlobal('fetch', requested)
afterAll(() => vi.unstubAllGlobals())

test.each([
  ['spot', 'No spot ID provided. Please try again.'],
  ['post', 'No post ID provided. Please try again.'],
] as const)(
  'REPORT-04 refuses to send a report of a %s without its id, and shows an error',
  async (kind, description) => {
    const error: unknown = await sendReport({ kind, id: '' }, 'spam', '').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(explainReport(error)).toMatchObject({ description })
    expect(requested).not.toHaveBeenCalled()
  },
)

test('reads stored texts of any shape safely', () => {
  expect(readValues({ type: 'other', description: 'x' })).toEqual({ type: 'other', description: 'x' })
  for (const junk of [null, 1, 'x', { type: 'rude', description: 7 }])
    expect(readValues(junk)).toEqual({ type: null, description: '' })
})
