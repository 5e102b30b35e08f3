import { v7 as uuid } from 'uuid'
import { insertFollow } from '@nollie/server/modules/follows'
import { type ImportedLike, insertLikes } from '@nollie/server/modules/likes'
import { findImported, findPeople, importKey, rememberImported } from './imported-rows.queries.ts'
import { type ImportContext, findImportedIds, type Outcome, type Table, writeEach } from './import-table.ts'

type OldLike = {
  id: string
  post_id: string | null
  media_index: number | null
  user_id: string | null
  when: { created_at?: string }
}

/** Imports likes on posts' items (`likes`), in batches. */
export function likesTable(context: ImportContext): Table<OldLike> {
  return {
    name: 'likes',
    batch: 500,
    read: (fields) => {
      const [post_id, user_id, media_index] = [
        fields.id('post_id'),
        fields.id('user_id'),
        fields.index('media_index'),
      ]
      const id = fields.id('id') ?? `${post_id}/${media_index}/${user_id}`
      return { id, post_id, user_id, media_index, when: fields.timestamp('created_at') }
    },
    write: async (tx, items) => {
      const buildKey = (id: string) => importKey(context.source, 'likes', id)
      const known = await findImported(
        tx,
        items.map(({ value }) => buildKey(value.id)),
      )
      const people = await findImportedIds(
        context,
        tx,
        'users',
        items.map(({ value }) => value.user_id),
      )
      const posts = await findImportedIds(
        context,
        tx,
        'posts',
        items.map(({ value }) => value.post_id),
      )
      const likes = new Map<string, ImportedLike>()
      for (const { value } of items) {
        const [user_id, post_id] = [people(value.user_id), posts(value.post_id)]
        const isNew = !known.has(buildKey(value.id)) && !likes.has(value.id)
        if (!isNew || value.media_index === null || user_id === undefined || post_id === undefined) continue
        likes.set(value.id, { id: uuid(), post_id, media_index: value.media_index, user_id, ...value.when })
      }
      const made = await insertLikes(tx, [...likes.values()])
      await rememberImported(
        tx,
        [...likes].flatMap(([old, { id }]) => (made.has(id) ? [{ key: buildKey(old), row_id: id }] : [])),
      )
      return items.map(({ value }): Outcome => {
        const like = likes.get(value.id)
        likes.delete(value.id)
        if (like)
          return made.has(like.id)
            ? 'added'
            : { refused: 'the photo was not imported, or they already like it' }
        return known.has(buildKey(value.id))
          ? 'known'
          : { refused: 'the person or the post was not imported' }
      })
    },
  }
}

type OldFollow = {
  id: string
  follower: string | null
  following: string | null
  when: { created_at?: string }
}

/** Imports follows (`follows`). */
export function followsTable(context: ImportContext): Table<OldFollow> {
  return {
    name: 'follows',
    batch: 200,
    read: (fields) => {
      const [follower, following] = [fields.id('follower_id'), fields.id('following_id')]
      const id = fields.id('id') ?? `${follower}/${following}`
      return { id, follower, following, when: fields.timestamp('created_at') }
    },
    write: async (tx, items) => {
      const ids = items.flatMap(({ value }) => [value.follower, value.following])
      const people = await findImportedIds(context, tx, 'users', ids)
      const there = await findPeople(
        tx,
        ids.flatMap((id) => people(id) ?? []),
      )
      return writeEach(context, tx, { table: 'follows', items }, (value, id) => {
        const [follower_id, following_id] = [people(value.follower) ?? '', people(value.following) ?? '']
        if (!there.has(follower_id) || !there.has(following_id))
          return { refused: 'one of the two people was not imported' }
        if (follower_id === following_id) return { refused: 'no one can follow themselves' }
        return insertFollow(tx, { id, follower_id, following_id, ...value.when })
      })
    },
  }
}
