import { randomUUID } from 'node:crypto'
import { CHUNK, metadata, TUS } from '../../../../../apps/server/test/actors/uploads.ts'
import type { Member } from '../members.ts'
import { encodeRequest } from './client.ts'
import type { Kind } from './load.ts'

/** The data that activities use. */
export type Ground = { members: readonly Member[]; posts: readonly string[]; photo: Buffer }

function once(make: () => Buffer): Kind {
  return () => {
    let isSent = false
    return () => (isSent ? null : ((isSent = true), make()))
  }
}

/** Builds people's activities by name. */
export function buildKinds({ members, posts, photo }: Ground): Record<string, Kind> {
  let turn = 0
  let likes = 0
  const next = <T>(of: readonly T[]): T => of[(turn += 1) % of.length] as T
  const feeds = members.map(({ bearer }) =>
    encodeRequest({ method: 'GET', path: '/api/posts', headers: bearer }),
  )
  const maps = members.map(({ bearer }, n) =>
    encodeRequest({
      method: 'GET',
      path: `/api/map?z=12&x0=${2070 + n}&x1=${2072 + n}&y0=1520&y1=1524`,
      headers: bearer,
    }),
  )
  const upload: Kind = () => {
    const { bearer } = next(members)
    let step = 0
    return (before) => {
      step += 1
      if (step === 1)
        return encodeRequest({
          method: 'POST',
          path: '/api/uploads',
          headers: {
            ...TUS,
            ...bearer,
            'upload-length': String(photo.length),
            'upload-metadata': metadata('image/jpeg', 'x.jpg'),
          },
        })
      const path = /^location: (\S+)/im.exec(before?.head ?? '')?.[1]
      if (step > 2 || !path) return null
      const headers = { ...CHUNK, ...bearer, 'upload-offset': '0' }
      return encodeRequest({ method: 'PATCH', path, headers, body: photo })
    }
  }
  return {
    feed: once(() => next(feeds)),
    map: once(() => next(maps)),
    like: once(() =>
      encodeRequest({
        method: (likes += 1) % 2 ? 'PUT' : 'DELETE',
        path: `/api/posts/${posts[(likes >> 1) % posts.length]}/media/0/like`,
        headers: (members[Math.floor(likes / 2 / posts.length) % members.length] as Member).bearer,
      }),
    ),
    comment: once(() =>
      encodeRequest({
        method: 'POST',
        path: `/api/posts/${next(posts)}/comments`,
        headers: { ...next(members).bearer, 'idempotency-key': randomUUID() },
        body: { content: 'Clean.', media_index: 0 },
      }),
    ),
    'sign-in': once(() => {
      const { email, password } = next(members)
      return encodeRequest({
        method: 'POST',
        path: '/api/auth/sign-in',
        headers: { 'x-client': 'token' },
        body: { email, password },
      })
    }),
    upload,
  }
}

/** Combines all activities, most of them reads. */
export function mixed(kinds: Record<string, Kind>): Kind {
  const order = [
    'feed',
    'map',
    'feed',
    'like',
    'feed',
    'map',
    'comment',
    'feed',
    'map',
    'feed',
    'sign-in',
    'feed',
    'map',
    'like',
    'upload',
  ]
  let turn = 0
  return () => (kinds[order[(turn += 1) % order.length] ?? ''] as Kind)()
}
