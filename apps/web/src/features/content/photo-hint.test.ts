import { expect, test } from 'vitest'
import { photoHint } from './photo-hint.ts'

test('CONTENT-04 explains how a photo address is used, once the server has said so', () => {
  expect(photoHint(true)).toMatch(/We show a copy/)
  expect(photoHint(false)).toMatch(/shown as a link/)
  expect(photoHint(undefined)).not.toMatch(/copy|link/)
})
