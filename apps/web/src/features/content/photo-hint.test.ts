import { expect, test } from 'vitest'
import { photoHint } from './photo-hint.ts'

test('CONTENT-04 what becomes of a photo’s address is said beforehand, as soon as it is known', () => {
  expect(photoHint(true)).toMatch(/We show a copy/)
  expect(photoHint(false)).toMatch(/shown as a link/)
  expect(photoHint(undefined)).not.toMatch(/copy|link/)
})
