import type { ListVisibility } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import { insertFollow } from '../../src/modules/follows/index.ts'
import { aMediaItem } from './spots.ts'

type PostOptions = {
  spot_id?: string | null
  title?: string
  content?: string | null
  /** The kinds of the media items. An empty list makes a text-only post. */
  media?: ('image' | 'video')[]
  created_at?: Date
}

/** Inserts a post directly into the tables, the way the product does. Returns its id. */
export async function aPost(
  db: Db,
  user_id: string,
  {
    spot_id = null,
    title = 'Added 1 photo',
    content = null,
    media = ['image'],
    created_at,
  }: PostOptions = {},
): Promise<string> {
  const id = uuid()
  const kind = media.length > 0 ? 'media' : 'text'
  await db
    .insertInto('posts')
    .values({ id, user_id, spot_id, kind, title, content, ...(created_at ? { created_at } : {}) })
    .execute()
  const items = await Promise.all(media.map((type) => aMediaItem(db, user_id, { type })))
  await db
    .insertInto('post_media')
    .values(
      (items.length > 0 ? items : [null]).map((media_id, media_index) => ({
        post_id: id,
        media_index,
        media_id,
      })),
    )
    .execute()
  return id
}

/** Inserts a spot directly into the tables. Returns its id. */
export async function aSpotRow(db: Db, created_by: string | null, name = 'MACBA ledges'): Promise<string> {
  const id = uuid()
  await db
    .insertInto('spots')
    .values({ id, name, latitude: 41.38, longitude: 2.16, spot_types: ['ledges'], created_by })
    .execute()
  return id
}

/** Makes one person follow another, the way the product does. */
export async function follow(db: Db, follower_id: string, following_id: string): Promise<void> {
  await db.transaction().execute((tx) => insertFollow(tx, { id: uuid(), follower_id, following_id }))
}

/** Inserts a list with spots. Returns its id. */
export async function aList(
  db: Db,
  user_id: string,
  spot_ids: readonly string[],
  visibility: ListVisibility = 'private',
): Promise<string> {
  const id = uuid()
  const link = visibility === 'link' ? id.replaceAll('-', '') : null
  await db
    .insertInto('lists')
    .values({ id, user_id, name: 'Rainy days', description: null, visibility, link, hidden_at: null })
    .execute()
  const spots = spot_ids.map((spot_id, position) => ({ list_id: id, spot_id, position, note: null }))
  if (spots.length > 0) await db.insertInto('list_spots').values(spots).execute()
  return id
}
