import { randomBytes } from 'node:crypto'
import type { NewSpot } from '@nollie/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import type { Actor } from '../actors/actor.ts'

/** Inserts a member with a profile directly into the tables, for tests that don't sign in. Returns their id. */
export async function aMember(db: Db, username: string): Promise<string> {
  const id = uuid()
  await aCrowd(db, [id], () => username)
  return id
}

/** Inserts many members with profiles directly into the tables, named `name(n)`. */
export async function aCrowd(db: Db, ids: readonly string[], name: (n: number) => string): Promise<void> {
  await sql`
    with made as (
      insert into users (id, name, email, email_verified, username, display_username)
      select id, name, name || '@nollie.example', true, lower(name), name
      from unnest(${ids}::uuid[], ${ids.map((_, n) => name(n + 1))}::text[]) person (id, name)
      returning id, display_username
    ), shown as (
      insert into profiles (user_id, username) select id, display_username from made returning user_id
    )
    insert into person_counts (user_id) select user_id from shown`.execute(db)
}

type Kind = { type?: 'image' | 'video'; status?: 'uploading' | 'processing' | 'ready' | 'failed' }

/** Inserts a media item as if it had been processed, but without files. Returns its id. */
export async function aMediaItem(
  db: Db,
  owner_id: string,
  { type = 'image', status = 'ready' }: Kind = {},
): Promise<string> {
  const id = uuid()
  const letters = [...randomBytes(26)].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')
  const ready = status === 'ready'
  await db
    .insertInto('media')
    .values({
      id,
      owner_id,
      type,
      status,
      key: status === 'uploading' ? null : letters,
      bytes: 1000,
      width: ready ? 1600 : null,
      height: ready ? 1200 : null,
      thumbhash: ready ? 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==' : null,
      duration: ready && type === 'video' ? 4 : null,
      // There is no file, so a worker that claimed the item would mark it as failed.
      ...(status === 'processing' ? { due_at: new Date(Date.now() + 3600_000) } : {}),
      failure: status === 'failed' ? 'This photo couldn’t be read. It may be damaged.' : null,
    })
    .execute()
  return id
}

/** Inserts a draft with one photo. Returns its id. */
export async function aDraft(db: Db, user_id: string, values: { note?: string } = {}): Promise<string> {
  const id = uuid()
  const media_id = await aMediaItem(db, user_id)
  const position = { latitude: 41.38335, longitude: 2.16687, accuracy: 12 }
  await db
    .insertInto('drafts')
    .values({ id, user_id, note: null, taken_at: new Date(), ...position, ...values })
    .execute()
  await db.insertInto('draft_media').values({ draft_id: id, media_index: 0, media_id }).execute()
  return id
}

/** Inserts a person's status report about a spot. Returns its id. */
export async function aCheck(db: Db, user_id: string, spot_id: string): Promise<string> {
  const id = uuid()
  await db
    .insertInto('checks')
    .values({
      id,
      user_id,
      spot_id,
      answer: 'open',
      until: null,
      distance: 'at',
      proof: 'position',
      post_id: null,
      seen_at: new Date(),
    })
    .execute()
  return id
}

/** Returns a spot's fields the way people fill them in, at MACBA by default. */
export function aSpotAlone(with_: Partial<Omit<NewSpot, 'media_ids'>> = {}): Omit<NewSpot, 'media_ids'> {
  return {
    name: 'MACBA ledges',
    description: 'Marble, waxed.',
    address: null,
    city: null,
    state: null,
    country: null,
    postal_code: null,
    latitude: 41.38335,
    longitude: 2.16687,
    difficulty_level: 'intermediate',
    spot_types: ['ledges', 'plaza'],
    ...with_,
  }
}

/** Returns the request body for sharing a spot. */
export function aSpot({ media_ids, ...with_ }: Partial<NewSpot> & Pick<NewSpot, 'media_ids'>): NewSpot {
  return {
    ...aSpotAlone(with_),
    media_ids,
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01'
}

/** Empties the map. Retries if a concurrent count causes a deadlock. */
export async function emptyMap(db: Db): Promise<void> {
  for (;;)
    try {
      await sql`truncate spots, cells, spot_facets, spot_changes, spot_video_checks, events cascade`.execute(
        db,
      )
      return
    } catch (error) {
      if (!isDeadlock(error)) throw error
    }
}

/** Shares a spot with a photo. Returns the spot's id. */
export async function sharePhotoSpot(
  { db }: { db: Db },
  who: Pick<Actor, 'user_id' | 'shareSpot'>,
  fields: Partial<Parameters<typeof aSpot>[0]> = {},
): Promise<string> {
  return (await who.shareSpot(aSpot({ media_ids: [await aMediaItem(db, who.user_id)], ...fields }))).id
}
