import type { Ad, AdValues, ManagedAd } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import { mediaJson } from '../media/index.ts'

/** A position, in degrees. */
export type Point = { latitude: number; longitude: number }

/** Number of rows that each day's counts are spread over, to reduce contention. */
const SLICES = 8
/** Number of days of counts that admins see for each ad. */
const DAYS_SHOWN = 30

/** Today's date in UTC, the time zone of all ad dates. */
const TODAY = sql`(now() at time zone 'UTC')::date`

function kilometresTo({ latitude, longitude }: Point): RawBuilder<number> {
  return sql<number>`(12742.0 * asin(sqrt(least(1, power(sin(radians(a.latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(a.latitude)) * power(sin(radians(a.longitude - ${longitude}::float8) / 2), 2)))))`
}

const AD = sql`'id', a.id, 'title', a.title, 'content', a.content, 'link', a.link, 'place_name', a.place_name,
  'media', case when m.id is not null then ${mediaJson('m')} end`

/** Returns a random ad that runs today and whose radius covers a position; null if there is none. */
export async function selectAdNear(db: Db, at: Point): Promise<Ad | null> {
  const { rows } = await sql<{ ad: Ad }>`
    select json_build_object(${AD}) as ad from ads a left join media m on m.id = a.media_id
    where a.ends_on >= ${TODAY} and a.starts_on <= ${TODAY} and ${kilometresTo(at)} <= a.radius_km
    order by random() limit 1`.execute(db)
  return rows[0]?.ad ?? null
}

/** Counts a view or click for today. Returns false if the ad doesn't exist. */
export async function addCount(db: Db, id: string, what: 'views' | 'presses'): Promise<boolean> {
  const column = sql.ref(what)
  const { numAffectedRows } = await sql`
    insert into ad_days (ad_id, day, slice, ${column})
    select a.id, ${TODAY}, floor(random() * ${sql.lit(SLICES)})::int, 1 from ads a where a.id = ${id}
    on conflict (ad_id, day, slice) do update set ${column} = ad_days.${column} + 1`.execute(db)
  return numAffectedRows === 1n
}

const MANAGED = sql<ManagedAd>`json_build_object(${AD}, 'latitude', a.latitude, 'longitude', a.longitude,
  'radius_km', a.radius_km, 'starts_on', a.starts_on::text, 'ends_on', a.ends_on::text,
  'views', counts.views, 'presses', counts.presses, 'days', counts.days)`

// First adds up each day's slices, then all days.
const COUNTS = sql`cross join lateral (
  select coalesce(sum(views), 0)::int as views, coalesce(sum(presses), 0)::int as presses,
    coalesce(json_agg(json_build_object('day', day::text, 'views', views, 'presses', presses) order by day desc)
      filter (where rank <= ${sql.lit(DAYS_SHOWN)}), '[]'::json) as days
  from (
    select day, sum(d.views)::int as views, sum(d.presses)::int as presses, row_number() over (order by day desc) as rank
    from ad_days d where d.ad_id = a.id group by day
  ) by_day
) counts`

/** Returns all ads for admins, sorted by end date, latest first. */
export async function selectAds(db: Db): Promise<ManagedAd[]> {
  const { rows } = await sql<{ ad: ManagedAd }>`
    select ${MANAGED} as ad from ads a left join media m on m.id = a.media_id ${COUNTS}
    order by a.ends_on desc, a.id desc`.execute(db)
  return rows.map(({ ad }) => ad)
}

/** Returns an ad for admins; undefined if it doesn't exist. */
export async function findManagedAd(db: Db, id: string): Promise<ManagedAd | undefined> {
  const { rows } = await sql<{ ad: ManagedAd }>`
    select ${MANAGED} as ad from ads a left join media m on m.id = a.media_id ${COUNTS} where a.id = ${id}`.execute(
    db,
  )
  return rows[0]?.ad
}

/** Returns the number of ads. */
export async function countAds(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('ads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts an ad. */
export async function insertAd(tx: Tx, ad: AdValues & { id: string; created_by: string }): Promise<void> {
  await tx.insertInto('ads').values(ad).execute()
}

/** Locks an ad and returns its photo; undefined if the ad doesn't exist. */
export function lockAd(tx: Tx, id: string) {
  return tx.selectFrom('ads').select('media_id').where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Updates an ad. */
export async function updateAd(tx: Tx, id: string, ad: AdValues): Promise<void> {
  await tx.updateTable('ads').set(ad).where('id', '=', id).execute()
}

/** Deletes an ad and returns its photo; undefined if the ad doesn't exist. */
export function deleteAd(tx: Tx, id: string) {
  return tx.deleteFrom('ads').where('id', '=', id).returning('media_id').executeTakeFirst()
}

/** Deletes ads and their counts `days` days after they end. Their photos are garbage collected. */
export function deleteOldAds(db: Db, days: number): Promise<void> {
  return deleteInBatches(db, 'ads', sql`ends_on < ${TODAY} - ${sql.lit(days)}`)
}

/** Deletes daily counts that are more than `days` days old. */
export function deleteOldDays(db: Db, days: number): Promise<void> {
  return deleteInBatches(db, 'ad_days', sql`day < ${TODAY} - ${sql.lit(days)}`)
}
