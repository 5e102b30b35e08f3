import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { PersonalColumn } from './personal-columns.ts'

/** Rows changed in one transaction; triggers of counts and the like run for each. */
const BATCH = 500

type Named = Pick<PersonalColumn, 'rule'> & { table: string; column: string }

// Tables and columns come from the list in personal-columns.ts, never from a request.
const oneBatch = ({ table, column, rule }: Named, user_id: string) => {
  const [t, c] = [sql.table(table), sql.ref(column)]
  const some = sql`ctid = any (array(select ctid from ${t} where ${c} = ${user_id}::uuid limit ${sql.lit(BATCH)}))`
  return rule.startsWith('emptied')
    ? sql`with changed as (update ${t} set ${c} = null where ${some} returning 1) select count(*) as n from changed`
    : sql`with gone as (delete from ${t} where ${some} returning 1) select count(*) as n from gone`
}

/** Removes or empties all rows of one column that name a person, a batch at a time. */
export const clearColumn = async (db: Db, named: Named, user_id: string): Promise<void> => {
  for (let n = BATCH; n === BATCH; ) {
    const { rows } = await oneBatch(named, user_id).execute(db)
    n = (rows[0] as { n: number } | undefined)?.n ?? 0
  }
}

/**
 * Empties what a person wrote to others, as if they had taken it back, a batch at a time; conversations nobody else wrote
 * in go.
 */
export const clearMessages = async (db: Db, user_id: string): Promise<void> => {
  const [messages, threads] = [sql.table('messages'), sql.table('message_threads')]
  const batches = [
    sql`update ${messages} set content = null, shared = null, spot_id = null, post_id = null, media_index = null,
        deleted_at = coalesce(deleted_at, now())
      where ctid = any (array(select ctid from messages where user_id = ${user_id}
        and (deleted_at is null or num_nonnulls(content, shared, spot_id, post_id, media_index) > 0) limit ${BATCH}))`,
    sql`delete from ${threads} where ctid = any (array(select ctid from message_threads t
      where ${user_id} in (t.low_id, t.high_id)
        and not exists (select from messages m where m.thread_id = t.id and m.user_id <> ${user_id}) limit ${BATCH}))`,
  ]
  for (const batch of batches)
    for (let n = BATCH; n === BATCH; ) n = Number((await batch.execute(db)).numAffectedRows ?? 0)
}

/** Fields of a spot with text that people wrote. */
const TEXTS = ['name', 'description', 'address', 'city', 'state', 'country', 'postal_code']

/**
 * Empties what a person wrote about spots that stay and others have changed since: a change holds the fields as they were
 * before it, which is what whoever changed each of them last had written, or whoever made the spot. The fields stay
 * named, so that what came later is still told apart. To be done while spots and changes name the person.
 */
export const clearEditedTexts = async (db: Db, user_id: string): Promise<void> => {
  const edits = sql.table('spot_edits')
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from (select id from spots where created_by = ${user_id}
        union select spot_id from spot_edits where user_id = ${user_id}) theirs
      where id > ${after} order by id limit ${BATCH}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    await sql`
      update ${edits} e set before = e.before || emptied.fields
      from (
        select e.id, jsonb_object_agg(field.key, null) as fields
        from spot_edits e join spots s on s.id = e.spot_id cross join lateral jsonb_each(e.before) field
          left join lateral (
            select earlier.id, earlier.user_id from spot_edits earlier
            where earlier.spot_id = e.spot_id and earlier.before ? field.key
              and (earlier.version, earlier.id) < (e.version, e.id)
            order by earlier.version desc, earlier.id desc limit 1) wrote on true
        where e.spot_id = any (${rows.map(({ id }) => id)}::uuid[]) and field.key = any (${TEXTS}::text[])
          and case when wrote.id is null then s.created_by else wrote.user_id end = ${user_id}
        group by e.id) emptied
      where emptied.id = e.id`.execute(db)
    after = last.id
  }
}

/** Removes what a person wrote against decisions about them; those stay, and so does what was answered, in the log. */
export const clearAppeals = async (tx: Tx, user_id: string): Promise<void> => {
  await sql`
    delete from ${sql.table('appeals')} a using moderation_decisions d, report_cases c
    where d.id = a.decision_id and c.id = d.case_id and c.owner_id = ${user_id}`.execute(tx)
}

/** Whether anything is left that stands under the name of the account. */
export const isSomethingLeft = async (tx: Tx, user_id: string): Promise<boolean> => {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from posts where user_id = ${user_id})
      or exists (select from comments where user_id = ${user_id})
      or exists (select from spots where created_by = ${user_id})
      or exists (select from spot_edits where user_id = ${user_id})
      or exists (select from discussions where user_id = ${user_id})
      or exists (select from message_threads where ${user_id} in (low_id, high_id)) as left`.execute(tx)
  return rows[0]?.left ?? false
}

/** Ids of all media of a person. */
export const selectMediaIds = async (tx: Tx, user_id: string): Promise<string[]> => {
  const rows = await tx.selectFrom('media').select('id').where('owner_id', '=', user_id).execute()
  return rows.map(({ id }) => id)
}
