import { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/db/open.ts'

/** A request that a person's action sends. */
export type Asked = { method?: 'GET' | 'PUT' | 'POST'; path: string; body?: object }

/** Something a person does, its average frequency per day, and the requests it sends the nth time. */
export type Action = { name: string; aDay: number; requests: (n: number) => readonly Asked[] }

const CITIES = ['berlin', 'lyon', 'porto', 'malm', 'chica', 'tokyo', 'bowl', 'ledge', 'plaza', 'rail']

// Builds a view of three by four tiles at a typical search zoom, around one of the given spots.
function viewAround({ latitude, longitude }: { latitude: number; longitude: number }, z: number): string {
  const tiles = 2 ** z
  const sin = Math.sin((latitude * Math.PI) / 180)
  const x = Math.floor(((longitude + 180) / 360) * tiles)
  const y = Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * tiles)
  const within = (at: number) => Math.max(0, Math.min(tiles - 1, at))
  return `z=${z}&x0=${within(x - 1)}&x1=${within(x + 1)}&y0=${within(y - 1)}&y1=${within(y + 2)}`
}

/**
 * Builds the actions in the day of a member who opens the app four times. The frequencies are assumptions documented in
 * docs/scale.md; change them here. Uploads are separate, in day.bench.ts.
 */
export async function buildActions(db: Db): Promise<Action[]> {
  const { rows: posts } = await sql<{ id: string; user_id: string }>`
    select id, user_id from posts where kind = 'media' and hidden_at is null order by created_at desc limit 400`.execute(
    db,
  )
  const { rows: spots } = await sql<{ id: string; latitude: number; longitude: number }>`
    select id, latitude, longitude from spots order by id limit 400`.execute(db)
  const { rows: members } = await sql<{ id: string }>`
    select id from users where email like 'day\\_%' order by id`.execute(db)
  const of = <T>(all: readonly T[], n: number): T => {
    const one = all[n % all.length]
    if (one === undefined) throw new Error('The world is empty.')
    return one
  }
  const post = (n: number) => `/api/posts/${of(posts, n).id}`
  const spot = (n: number) => `/api/spots/${of(spots, n * 7).id}`
  // Each of a person's likes, follows, and bookmarks has a different target.
  const fresh = (n: number) => Math.floor(n / members.length) + (n % members.length) * 7
  return [
    {
      name: 'opening the app',
      aDay: 4,
      requests: () => [{ path: '/dashboard' }, { path: '/api/notifications/unread' }],
    },
    { name: 'page of the feed', aDay: 8, requests: () => [{ path: '/api/posts' }] },
    { name: 'page of Discover', aDay: 3, requests: () => [{ path: '/api/discover' }] },
    {
      name: 'moving the map',
      aDay: 25,
      requests: (n) => {
        const view = viewAround(of(spots, n * 7), 9 + (n % 5))
        return [{ path: `/api/map?${view}` }, { path: `/api/spots?${view}` }]
      },
    },
    {
      name: "a spot's page",
      aDay: 6,
      requests: (n) => [{ path: spot(n) }, { path: `${spot(n)}/media` }],
    },
    {
      name: 'comments of a photo',
      aDay: 4,
      requests: (n) => [{ path: `${post(n)}/comments?media_index=0` }],
    },
    { name: 'searching', aDay: 3, requests: (n) => [{ path: `/api/search?q=${of(CITIES, n)}` }] },
    {
      name: "a person's page",
      aDay: 2,
      requests: (n) => {
        const person = `/api/people/${of(posts, n).user_id}`
        return [{ path: person }, { path: `${person}/posts` }]
      },
    },
    { name: 'notifications', aDay: 3, requests: () => [{ path: '/api/notifications' }] },
    { name: 'conversations', aDay: 3, requests: () => [{ path: '/api/messages/threads' }] },
    { name: 'a like', aDay: 8, requests: (n) => [{ method: 'PUT', path: `${post(fresh(n))}/media/0/like` }] },
    {
      name: 'a comment',
      aDay: 0.8,
      requests: (n) => [
        { method: 'POST', path: `${post(n)}/comments`, body: { content: 'Waxed it, go!', media_index: 0 } },
      ],
    },
    {
      name: 'a message',
      aDay: 3,
      // Two neighbors take turns writing to each other, because message requests are limited until there is a reply.
      requests: (n) => [
        {
          method: 'POST',
          path: `/api/messages/with/${of(members, (n % members.length) ^ 1).id}`,
          body: { content: 'See you at six?' },
        },
      ],
    },
    { name: 'a bookmark', aDay: 0.5, requests: (n) => [{ method: 'PUT', path: `${spot(fresh(n))}/save` }] },
    {
      name: 'following somebody',
      aDay: 0.3,
      requests: (n) => [{ method: 'PUT', path: `/api/people/${of(posts, fresh(n)).user_id}/follow` }],
    },
  ]
}
