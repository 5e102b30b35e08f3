import { expect, test } from 'vitest'
import { afterLink } from './after-link.ts'

test('inserts a space after a link, except before a period', () => {
  expect(['.', 'page.', '。'].map(afterLink)).toEqual(['.', ' page.', '。'])
})
