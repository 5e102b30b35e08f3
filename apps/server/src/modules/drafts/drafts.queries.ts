import type { Draft } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { mediaJson } from '../media/index.ts'

/** A draft as stored, without place names. */
export type DraftRow = Omit<Draft, 'place'>

async function draftsWhere(db: Db, condition: RawBuilder<boolean>): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select d.id, d.latitude, d.longitude, d.accuracy, d.note, ${moment('d.taken_at')} as taken_at,
      (select json_agg(${mediaJson('m')} order by dm.media_index)
        from draft_media dm join media m on m.id = dm.media_id where dm.draft_id = d.id) as media
    from drafts d where ${condition}
    order by d.taken_at desc, d.id desc limit ${LIMITS.drafts_max}`.execute(db)
  return rows
}

/** Returns a person's drafts, most recently taken first. */
export function selectDrafts(db: Db, user_id: string): Promise<DraftRow[]> {
  return draftsWhere(db, sql`d.user_id = ${user_id}`)
}

/** Returns a person's draft; undefined if it doesn't exist or isn't theirs. */
export async function selectDraft(db: Db, user_id: string, id: string): Promise<DraftRow | undefined> {
  return (await draftsWhere(db, sql`d.user_id = ${user_id} and d.id = ${id}`))[0]
}

/** Returns the number of a person's drafts, and locks it until the end of the transaction. */
export async function lockCount(tx: Tx, user_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`drafts ${user_id}`}, 0))`.execute(tx)
  const { n } = await tx
    .selectFrom('drafts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return n
}

/** Returns the person's draft that has exactly these files in this order. */
export async function findDraftOf(
  tx: Tx,
  user_id: string,
  media_ids: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select d.id from drafts d join draft_media dm on dm.draft_id = d.id
    where d.user_id = ${user_id}
    group by d.id having array_agg(dm.media_id order by dm.media_index) = ${media_ids}::uuid[]`.execute(tx)
  return rows[0]?.id
}

type NewRow = Omit<DraftRow, 'media' | 'taken_at'> & { user_id: string; taken_at: string | undefined }

/** Inserts a draft and its files. A time in the future is changed to now, because a device's clock may be wrong. */
export async function insertDraft(
  tx: Tx,
  { taken_at, ...row }: NewRow,
  media_ids: readonly string[],
): Promise<void> {
  await tx
    .insertInto('drafts')
    .values({ ...row, taken_at: sql<string>`least(${taken_at ?? null}::timestamptz, now())` })
    .execute()
  const rows = media_ids.map((media_id, media_index) => ({ draft_id: row.id, media_index, media_id }))
  await tx.insertInto('draft_media').values(rows).execute()
}

type Changes = Partial<Pick<DraftRow, 'note' | 'latitude' | 'longitude' | 'accuracy'>>

/** Updates a person's draft. Returns false if it doesn't exist. */
export async function updateDraft(db: Db, user_id: string, id: string, changes: Changes): Promise<boolean> {
  const row = await db
    .updateTable('drafts')
    .set({ id, ...changes })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a person's draft and returns its files' ids; undefined if it doesn't exist. */
export async function deleteDraft(tx: Tx, user_id: string, id: string): Promise<string[] | undefined> {
  const locked = await tx
    .selectFrom('drafts')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return undefined
  const files = await tx.deleteFrom('draft_media').where('draft_id', '=', id).returning('media_id').execute()
  await tx.deleteFrom('drafts').where('id', '=', id).execute()
  return files.map(({ media_id }) => media_id)
}
