import { shortPath } from '@nollie/contract/short-links'
import type { TestPerson } from '../actors/people.ts'
import type { Sent } from './row.ts'

const view = { z: '3', x0: '0', x1: '7', y0: '0', y1: '7' }

/** Returns requests about the spot that someone looking for it would send, in addition to the ones in the matrix. */
export function searchesFor({ ids, label }: { ids: readonly string[]; label: string }): [string, Sent][] {
  const [spot_id = '', post_id = ''] = ids
  const q = label
  return [
    ['GET /api/map', { query: { ...view, q } }],
    ['GET /api/map', { query: { ...view, keywords: q } }],
    ['GET /api/map', { query: { ...view, place: `${q} city` } }],
    ['GET /api/map/known', { query: { ...view, q } }],
    ['GET /api/spots', { query: { ...view, q } }],
    ['GET /api/spots/suggestions', { query: { q } }],
    ['GET /api/spots/bounds', { query: { q } }],
    ['GET /api/search', { query: { q } }],
    ['GET /api/search/spots', { query: { q } }],
    ['GET /api/posts/{post_id}', { params: { post_id: ids[2] ?? '' } }],
    ['GET /api/posts/{post_id}/related', { params: { post_id: ids[2] ?? '' } }],
    [`GET /spots/${spot_id}`, {}],
    [`GET ${shortPath('spot', spot_id)}`, {}],
    [`GET /post/${post_id}`, {}],
    [`GET ${shortPath('post', post_id)}`, {}],
    [`GET /previews/posts/${post_id}.jpg`, {}],
  ]
}

/** Returns the requests that are the same for all spots. */
export function searchesAround(people: { mutual: TestPerson; former: TestPerson }): [string, Sent][] {
  return [
    ['GET /api/map', { query: { z: '18', x0: '132646', x1: '132650', y0: '97910', y1: '97920' } }],
    ['GET /api/spots', { query: { ...view, near: '41.38,2.16' } }],
    ['GET /api/posts', { query: { filter: 'followed' } }],
    ['GET /api/people/{user_id}/posts', { params: { user_id: people.mutual.user_id } }],
    ['GET /api/people/{user_id}/activity', { params: { user_id: people.mutual.user_id } }],
    ['GET /api/people/{user_id}/activity', { params: { user_id: people.former.user_id } }],
    ['GET /sitemaps/spots/0-65535.xml', {}],
    ...(['posts', 'comments', 'messages', 'spots'] as const).map((kind): [string, Sent] => [
      'GET /api/my-data/mine',
      { query: { kind } },
    ]),
  ]
}
