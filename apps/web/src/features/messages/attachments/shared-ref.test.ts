import { shortPath } from '@nollie/contract/short-links'
import { expect, test } from 'vitest'
import { isShared, toSearch, sharedByLink, sharedBySearch } from './shared-ref.ts'

const HERE = 'https://nollie.example'
const ID = '0198c1f2-1111-7222-8333-444455556666'
const OTHER = '0198c1f2-9999-7222-8333-444455556666'
const LINK = '0123456789abcdef0123456789abcdef'

test.each([
  [`${HERE}/spots/${ID}`, { kind: 'spot', spot_id: ID }],
  [` ${HERE}/spot/${ID.toUpperCase()}/ `, { kind: 'spot', spot_id: ID }],
  [`${HERE}/spots/${ID}?item=${OTHER}.2&comments=1`, { kind: 'post', post_id: OTHER, media_index: 2 }],
  [`${HERE}/dashboard?item=${OTHER}.0`, { kind: 'post', post_id: OTHER, media_index: 0 }],
  [`${HERE}${shortPath('spot', ID)}`, { kind: 'spot', spot_id: ID }],
  [`${HERE}${shortPath('post', OTHER)}`, { kind: 'post', post_id: OTHER, media_index: 0 }],
  [`${HERE}/spots/${ID}?from=chat#photos`, { kind: 'spot', spot_id: ID }],
  [`${HERE}/post/${OTHER}?comments=1`, { kind: 'post', post_id: OTHER, media_index: 0 }],
  [`${HERE}/spots?zoom=14&spot=${ID}`, { kind: 'spot', spot_id: ID }],
  [`${HERE}/lists/${ID}`, { kind: 'list', list_key: ID }],
  [`${HERE}/lists/${LINK}/?from=chat`, { kind: 'list', list_key: LINK }],
  [`${HERE}${shortPath('list', ID)}`, { kind: 'list', list_key: ID }],
  [`${HERE}/spots`, null],
  [`${HERE}/lists/nowhere`, null],
  [`https://elsewhere.example/lists/${ID}`, null],
  [`https://elsewhere.example/spots/${ID}`, null],
  [`look: ${HERE}/spots/${ID}`, null],
  [`${HERE}/spots/nowhere`, null],
  [`javascript:alert(1)`, null],
  ['', null],
])('a text that is only the link %s shares %j', (text, subject) => {
  expect(sharedByLink(text, HERE)).toEqual(subject)
})

test('an attachment survives being written to the URL and read back; other parameters are ignored', () => {
  for (const ref of [
    { kind: 'spot', spot_id: ID } as const,
    { kind: 'post', post_id: ID, media_index: 3 } as const,
    { kind: 'list', list_key: ID } as const,
    { kind: 'list', list_key: LINK } as const,
  ]) {
    const search = Object.fromEntries(new URLSearchParams(toSearch(ref)))
    expect(sharedBySearch(search)).toEqual(ref)
  }
  expect(toSearch(null)).toBe('')
  expect(sharedBySearch({ spot: 'x', post: `${ID}.x`, list: 'x' })).toBeNull()
})

const NONE = { post: null, list: null }

test('distinguishes shared content', () => {
  const shared = { kind: 'spot', spot: { id: ID, name: '', city: null, photo: null }, ...NONE } as const
  expect(isShared({ kind: 'spot', spot_id: ID }, shared)).toBe(true)
  expect(isShared({ kind: 'spot', spot_id: OTHER }, shared)).toBe(false)
  expect(isShared({ kind: 'list', list_key: ID }, shared)).toBe(false)
  expect(isShared(null, shared)).toBe(false)
  const user = { user_id: OTHER, username: 'ada', full_name: null, avatar_url: null }
  const list = { id: ID, key: LINK, user, name: 'Tour', spots_count: 0, photo: null }
  const sharedList = { kind: 'list', spot: null, post: null, list } as const
  for (const list_key of [ID, LINK]) expect(isShared({ kind: 'list', list_key }, sharedList)).toBe(true)
  expect(isShared({ kind: 'list', list_key: OTHER }, sharedList)).toBe(false)
  expect(isShared(null, null)).toBe(true)
})
