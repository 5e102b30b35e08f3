import type { Post, SpotStateChange } from '@nollie/contract'
import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { patchQueries } from '../../lib/query-patch.ts'
import { feedQuery } from '../posts/index.ts'
import {
  changesBefore,
  isOwnNew,
  listSpotChanges,
  type Feed,
  listPosts,
  withNewest,
  withoutPosts,
  withPost,
} from './feed-cache.ts'
import { groupPosts, findSet } from './post-sets.ts'
import { PostText } from './post/post-text.tsx'
import { shownItems } from './post/shown-items.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')

function aPost(id: string, { minutes = 0, media = [id], ...more }: Record<string, unknown> = {}) {
  return {
    id,
    user_id: 'ada',
    spot_id: 'ledge',
    title: id,
    version: 1,
    created_at: new Date(NOON + (minutes as number) * 60_000).toISOString(),
    media: (media as string[]).map((file, media_index) => ({ media_index, media: { id: file } })),
    ...more,
  } as unknown as Post
}

function makeFeed(...pages: Post[][]): Feed {
  return {
    pages: pages.map((items, index) => ({
      items,
      next_cursor: index + 1 < pages.length ? 'more' : null,
      changes: [],
    })),
    pageParams: pages.map(() => undefined),
  }
}

function listIds(feed: Feed | undefined) {
  return listPosts(feed).map(({ id }) => id)
}

test('shows a post once if it is on two pages after deletions', () => {
  expect(listIds(makeFeed([aPost('b'), aPost('a')], [aPost('a')]))).toEqual(['b', 'a'])
})

test('adds the newest page at the top without duplicates', () => {
  const feed = makeFeed([aPost('b')], [aPost('a')])
  expect(
    listIds(withNewest(feed, { items: [aPost('c'), aPost('b')], next_cursor: 'more', changes: [] })),
  ).toEqual(['c', 'b', 'a'])
})

test('restarts the feed if posts in between may be missing', () => {
  const feed = makeFeed([aPost('b')], [aPost('a')])
  const newest = withNewest(feed, { items: [aPost('z'), aPost('y')], next_cursor: 'more', changes: [] })
  expect(listIds(newest)).toEqual(['z', 'y'])
  expect(newest.pageParams).toEqual([undefined])
})

test('deleting a post changes only feeds that contain it', () => {
  const feed = makeFeed([aPost('b')], [aPost('a')])
  expect(listIds(withoutPosts(feed, ({ id }) => id === 'a'))).toEqual(['b'])
  expect(withoutPosts(feed, ({ id }) => id === 'x')).toBe(feed)
})

test('ignores an older version of a post', () => {
  const feed = makeFeed([aPost('a', { version: 3, title: 'new' })])
  expect(listPosts(withPost(feed, aPost('a', { version: 2, title: 'old' })))[0]?.title).toBe('new')
  expect(listPosts(withPost(feed, aPost('a', { version: 4, title: 'newer' })))[0]?.title).toBe('newer')
  expect(withPost(feed, aPost('x'))).toBe(feed)
})

test('POST-14 FEED-05 the newest post in a set shows the set, oldest first; the others show their own photos', () => {
  const posts = [aPost('six', { minutes: 6 }), aPost('four', { minutes: 4 }), aPost('zero')]
  const shown = (post: Post | undefined, all: Post[]) =>
    findSet(post as Post, groupPosts(all)).map(({ id }) => id)
  expect(shown(posts[0], posts)).toEqual(['four', 'six'])
  expect([shown(posts[1], posts), shown(posts[2], posts)]).toEqual([['four'], ['zero']])
  expect(shown(posts[1], posts.slice(1))).toEqual(['zero', 'four'])
})

test('POST-14 posts by other people, at other spots, without a spot or without photos form no set', () => {
  const post = aPost('a')
  const others = [
    aPost('b', { user_id: 'ben' }),
    aPost('c', { spot_id: 'bowl' }),
    aPost('d', { media: [] }),
    aPost('e', { spot_id: null }),
  ]
  expect(findSet(post, groupPosts([post, ...others])).map(({ id }) => id)).toEqual(['a'])
  expect(findSet(others[3] as Post, groupPosts([post, ...others])).map(({ id }) => id)).toEqual(['e'])
})

test('G-30 shows a picture that two posts in a set share only once, with its own post', () => {
  const post = aPost('a', { media: ['x', 'y'] })
  const other = aPost('b', { media: ['y', 'z'] })
  expect(shownItems(post, [other, post]).map(({ key }) => key)).toEqual(['b/1', 'a/0', 'a/1'])
})

test('POST-04 C-08 shows typed text unchanged, including the marker of old files', () => {
  const post = { ...aPost('a'), content: 'Before [MEDIA_URLS] and after' }
  expect(renderToStaticMarkup(createElement(PostText, { post, level: 2 }))).toContain(
    'Before [MEDIA_URLS] and after',
  )
})

test('an edit made while a page loads stays until a newer one arrives', async () => {
  const client = new QueryClient()
  let answer = (_: Feed['pages'][number]) => {}
  const loading = client.fetchInfiniteQuery({
    ...feedQuery('all'),
    queryFn: () =>
      new Promise<Feed['pages'][number]>((resolve) => {
        answer = resolve
      }),
  })
  await expect.poll(() => client.isFetching()).toBe(1)
  const change = (post: Post) =>
    patchQueries<Feed>(client, { queryKey: ['feed'] }, (feed) => withPost(feed, post))
  change({ ...aPost('a', { version: 2 }), title: 'changed' })
  change({ ...aPost('b', { version: 2 }), title: 'changed' })
  answer({ items: [aPost('b', { version: 3 }), aPost('a')], next_cursor: null, changes: [] })
  await loading
  expect(listPosts(client.getQueryData(feedQuery('all').queryKey)).map(({ title }) => title)).toEqual([
    'b',
    'changed',
  ])
})

test('shows changed spots between posts by time, each only once with its latest change', () => {
  const change = (id: string, minutes: number, state: SpotStateChange['state'] = 'closed') => ({
    spot: { id, name: id, city: null },
    state,
    changed_at: new Date(NOON + minutes * 60_000).toISOString(),
  })
  const [newer, older] = [aPost('b', { minutes: 20 }), aPost('a', { minutes: 10 })]
  const feed: Feed = {
    pages: [
      { items: [newer], next_cursor: 'more', changes: [change('top', 30), change('both', 15, 'gone')] },
      { items: [older], next_cursor: null, changes: [change('both', 12), change('last', 5)] },
    ],
    pageParams: [undefined, 'more'],
  }
  const changes = listSpotChanges(feed)
  const at = (index: number) =>
    changesBefore(changes, listPosts(feed), index).map(({ spot, state }) => [spot.id, state])
  expect([at(0), at(1), at(2)]).toEqual([[['top', 'closed']], [['both', 'gone']], [['last', 'closed']]])
  const newest = { items: [newer], next_cursor: 'more', changes: [change('top', 40, 'open')] }
  expect(listSpotChanges(withNewest(feed, newest)).map(({ spot, state }) => [spot.id, state])).toEqual([
    ['top', 'open'],
    ['both', 'gone'],
    ['last', 'closed'],
  ])
  // A page from the previous server version.
  const [page] = makeFeed([newer]).pages
  const old = { ...page, changes: undefined } as unknown as Feed['pages'][number]
  expect(listSpotChanges({ pages: [old], pageParams: [undefined] })).toEqual([])
})

test('only a post of the viewer’s own that the feed does not show yet may move it', () => {
  const created = (post_id: string, user_id = 'ada') =>
    ({ kind: 'created', post_id, spot_id: 'ledge', user_id }) as const
  const posts = [aPost('first')]
  expect(isOwnNew(created('second'), 'ada', posts)).toBe(true)
  expect(isOwnNew(created('first'), 'ada', posts), 'repeated by the stream').toBe(false)
  expect(isOwnNew(created('second', 'ben'), 'ada', posts)).toBe(false)
  expect(isOwnNew({ ...created('second'), kind: 'updated' }, 'ada', posts)).toBe(false)
  expect(isOwnNew({ kind: 'created', post_id: null, spot_id: 'ledge' }, 'ada', posts)).toBe(false)
  expect(isOwnNew({ kind: 'created', post_id: 'second', spot_id: null }, undefined, posts)).toBe(false)
})
