import { afterEach, expect, test, vi } from 'vitest'
import { lastEventOfPage, takeFirstAnswer } from './page-start.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Creates a page that is `age` ms old, with an embedded response and the ID of the last event before it. */
function aPage(age: number) {
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: '{"/api/config":{"videos":true},"/api/discover":{"items":[]}}' }),
    querySelector: () => ({ content: '41' }),
  })
  vi.spyOn(performance, 'now').mockReturnValue(age)
}

test('a phone that takes 20 seconds to start a page uses its responses, each once', () => {
  aPage(20_000)
  expect(lastEventOfPage()).toBe('41')
  expect(takeFirstAnswer('/api/config')).toEqual({ videos: true })
  expect(takeFirstAnswer('/api/config')).toBeUndefined()
})

test('the responses in a page are not used after 30 seconds', () => {
  aPage(31_000)
  expect(lastEventOfPage()).toBeNull()
  expect(takeFirstAnswer('/api/discover')).toBeUndefined()
})
