import type { PersonCard, Profile } from '@nollie/contract'
import { expect, test } from 'vitest'
import { QueryClient } from '@tanstack/react-query'
import { type CardPages, listCards, publishFollowing, withCounts, withFollowing } from './people-cache.ts'
import { findQuery } from './people-requests.ts'

function card(user_id: string, following = false): PersonCard {
  return {
    user_id,
    username: user_id,
    full_name: null,
    avatar_url: null,
    bio: null,
    mutual_count: 0,
    following,
    follows_you: false,
  }
}

function makePages(...pages: PersonCard[][]): CardPages {
  return {
    pages: pages.map((items) => ({ items, next_cursor: null })),
    pageParams: pages.map(() => undefined),
  }
}

test('FOLLOW-03 marks a person as followed on every page that lists them, and no one else', () => {
  const before = makePages([card('ana'), card('bo')], [card('cleo')])
  const after = withFollowing(before, 'cleo', true)
  expect(listCards(after).map(({ user_id, following }) => [user_id, following])).toEqual([
    ['ana', false],
    ['bo', false],
    ['cleo', true],
  ])
  expect(withFollowing(after, 'cleo', true)).toBe(after)
  expect(withFollowing(after, 'nobody', true)).toBe(after)
})

test('lists a person who moved between pages once', () => {
  expect(listCards(makePages([card('ana'), card('bo')], [card('bo'), card('cleo')]))).toHaveLength(3)
  expect(listCards(undefined)).toEqual([])
})

test('RT-05 counts from an event replace those on the page, and change nothing else', () => {
  const profile = {
    user_id: 'ana',
    bio: 'hi',
    spots_count: 1,
    posts_count: 2,
    followers_count: 3,
    following_count: 4,
  } as Profile
  const published = {
    kind: 'counts',
    user_id: 'ana',
    spots_count: 1,
    posts_count: 2,
    followers_count: 3,
    following_count: 4,
  } as const
  expect(withCounts(profile, published)).toBe(profile)
  expect(withCounts(profile, { ...published, followers_count: 9 })).toEqual({
    ...profile,
    followers_count: 9,
  })
})

test('FOLLOW-03 a person followed while a list loads is shown as followed in it', async () => {
  const client = new QueryClient()
  let answer = (_: CardPages['pages'][number]) => {}
  const loading = client.fetchInfiniteQuery({
    ...findQuery(''),
    queryFn: () =>
      new Promise<CardPages['pages'][number]>((resolve) => {
        answer = resolve
      }),
  })
  await expect.poll(() => client.isFetching()).toBe(1)
  publishFollowing(client, 'bo', { following: true })
  answer({ items: [card('ana'), card('bo')], next_cursor: null })
  await loading
  const shown = listCards(client.getQueryData(findQuery('').queryKey))
  expect(shown.map(({ user_id, following }) => [user_id, following])).toEqual([
    ['ana', false],
    ['bo', true],
  ])
})
