import type { Audience, ExactAudience, Precision, Spot } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { mediaJson } from '../media/index.ts'
import { viewerId } from '../blocks/index.ts'
import { findTimeZone } from '../places/index.ts'
import { personJson } from '../profiles/index.ts'
import { selectCards } from './spot-cards.queries.ts'
import { exactly, joinExact } from './positions/positions.queries.ts'

type Column = Tables['spots']

/** A spot's columns, as inserted. */
export type SpotRow = Pick<
  Column,
  | 'id'
  | 'name'
  | 'description'
  | 'address'
  | 'city'
  | 'state'
  | 'country'
  | 'postal_code'
  | 'latitude'
  | 'longitude'
  | 'difficulty_level'
  | 'spot_types'
  | 'cover_media_id'
  | 'created_by'
> &
  Partial<Pick<Column, 'source' | 'source_id' | 'source_dataset' | 'source_licence' | 'source_url'>> & {
    created_at?: string
    name_is_guess?: boolean
    /** Everyone by default. */
    audience?: Audience
    precision?: Precision
    exact_for?: ExactAudience
    opens_at?: string | null
    opens_to?: Audience | null
    /** The crew that the spot is shared with, or that sees its exact position. */
    crew_id?: string | null
  }

/** Inserts a spot. */
export async function insertSpot(tx: Tx, spot: SpotRow): Promise<void> {
  await tx
    .insertInto('spots')
    .values({ ...spot, description_by: spot.description === null ? null : spot.created_by })
    .execute()
}

/**
 * Inserts imported spots in one statement. Skips records that were imported before, even if deleted since. Returns the
 * ids of spots that were inserted.
 */
export async function insertImportedSpots(tx: Tx, spots: readonly SpotRow[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into spots (id, name, description, address, city, state, country, postal_code, latitude, longitude,
      difficulty_level, spot_types, source, source_id, source_dataset, source_licence, source_url, name_is_guess)
    select id, name, description, address, city, state, country, postal_code, latitude, longitude,
      difficulty_level, spot_types, source, source_id, source_dataset, source_licence, source_url,
      coalesce(name_is_guess, false)
    from jsonb_to_recordset(${JSON.stringify(spots)}::jsonb) as spot (id uuid, name text, description text,
      address text, city text, state text, country text, postal_code text, latitude float8, longitude float8,
      difficulty_level text, spot_types text[], source text, source_id text, source_dataset text,
      source_licence text, source_url text, name_is_guess boolean)
    on conflict (source, source_id) where source is not null do nothing
    returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type Rest = Omit<Spot, keyof Awaited<ReturnType<typeof selectCards>>[number] | 'time_zone'>

/**
 * Returns a spot's page for a viewer: its card plus more fields. Omits the creator's name and photos if there's a
 * block. Undefined if the spot is unknown or deleted.
 */
export async function selectSpot(db: Db, viewer: string, id: string): Promise<Spot | undefined> {
  const me = viewerId(viewer)
  const [card] = await selectCards(db, viewer, [id])
  if (!card) return undefined
  const url = sql`(${mediaJson('m')} ->> 'url')`
  const { rows } = await sql<Rest & { videos: string[] }>`
    select ${exactly('address')} as address, ${exactly('postal_code')} as postal_code, who.user_id as created_by, s.version,
      exists (select from saved_spots saved where saved.spot_id = s.id and saved.user_id = ${viewer}) as saved, ${moment('s.updated_at')} as updated_at,
      s.source_id, ${moment('s.source_missing_since')} as source_missing_since,
      case when who.user_id is not null then ${personJson('who')} end as creator,
      coalesce(files.images, '[]') as additional_images, coalesce(files.videos, '[]') as videos
    from spots s ${joinExact(me)}
    left join visible_people(${me}) who on who.user_id = s.created_by
    cross join lateral (
      select
        json_agg(${url} order by pm.media_index)
          filter (where m.type = 'image' and m.id is distinct from s.cover_media_id) as images,
        json_agg(${url} order by pm.media_index) filter (where m.type = 'video') as videos
      from visible_posts(${me}) p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
      where p.spot_id = s.id and p.kind = 'spot' and m.status = 'ready'
    ) files
    where s.id = ${id} and s.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { videos, ...rest } = row
  const [video_url = null, ...additional_videos] = videos
  return { ...card, ...rest, time_zone: findTimeZone(card), video_url, additional_videos }
}

/** Whether a spot exists and the viewer can see it. */
export async function spotExists(db: Db, viewer: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from visible_spots(${viewerId(viewer)}) s where s.id = ${id}`.execute(db)
  return rows.length > 0
}

/** A spot's id and position in degrees. */
export type SpotPoint = { id: string; latitude: number; longitude: number }

/** A position in degrees. */
export type Point = { latitude: number; longitude: number }

/** The spot fields needed for the head of its page. */
export type UnfurlRow = Pick<
  Spot,
  'id' | 'name' | 'description' | 'city' | 'state' | 'country' | 'spot_types' | 'latitude' | 'longitude'
> & {
  photo: { base: string; width: number; height: number } | null
}

/** Returns the page head's fields that visitors can see. Undefined if there is no such spot. */
export async function selectUnfurl(db: Db, id: string): Promise<UnfurlRow | undefined> {
  const [card] = await selectCards(db, null, [id])
  if (!card) return undefined
  const { photo } = card
  const shown = photo?.base && photo.width && photo.height
  return {
    ...card,
    photo: shown ? { base: photo.base ?? '', width: photo.width ?? 0, height: photo.height ?? 0 } : null,
  }
}
