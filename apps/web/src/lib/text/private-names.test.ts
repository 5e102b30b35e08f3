import { expect, test } from 'vitest'
import { isDeletedOnSignOut, isDraftOf } from './private-names.ts'

const ada = '0199e3a0-0000-7000-8000-000000000001'
const ben = '0199e3a0-0000-7000-8000-000000000002'

test("deletes a person's values, even from later versions, but not other people's or the device's", () => {
  for (const name of [
    `nollie.messages.${ada}.${ben}`,
    `nollie.home-town.${ada}`,
    `nollie.share.${ada}.draft.${ben}`,
  ])
    expect([isDeletedOnSignOut(ada, name), isDeletedOnSignOut(ben, name)], name).toEqual([true, false])
  for (const name of ['nollie.location', 'nollie.map', 'nollie.intent', 'nollie.new-thing', 'other'])
    expect(isDeletedOnSignOut(ada, name), name).toBe(true)
  for (const name of ['nollie.theme', 'nollie.server', 'nollie.ads.consent', 'nollie.providers'])
    expect(isDeletedOnSignOut(ada, name), name).toBe(false)
})

test('detects drafts, so that signing out asks first', () => {
  expect(isDraftOf(ada, `nollie.comment.${ada}.${ben}.0.`)).toBe(true)
  expect(isDraftOf(ada, `nollie.comment.${ben}.${ada}.0.`)).toBe(false)
  expect(isDraftOf(ada, `nollie.home-town.${ada}`)).toBe(false)
  expect(isDraftOf(ada, `nollie.audience.${ada}`)).toBe(false)
  expect(isDraftOf(ada, `nollie.welcome-visits.${ada}`)).toBe(false)
  expect(isDraftOf(ada, 'nollie.theme')).toBe(false)
})
