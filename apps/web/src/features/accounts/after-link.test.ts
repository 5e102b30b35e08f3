import { expect, test } from 'vitest'
import { afterLink } from './after-link.ts'

test('a sentence ends at its last link, and words go on after it', () => {
  expect(['.', 'page.', '。'].map(afterLink)).toEqual(['.', ' page.', '。'])
})
