import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { PersonalColumn } from './personal-columns.ts'

/** Maximum number of rows changed per transaction. It's small, because count triggers run for each row. */
const BATCH = 500

type Target = Pick<PersonalColumn, 'rule'> & { table: string; column: string }

// Table and column names are from personal-columns.ts, never from a request.
function oneBatch({ table, column, rule }: Target, user_id: string) {
  const [t, c] = [sql.table(table), sql.ref(column)]
  const some = sql`ctid = any (array(select ctid from ${t} where ${c} = ${user_id}::uuid limit ${sql.lit(BATCH)}))`
  return rule.startsWith('emptied')
    ? sql`with changed as (update ${t} set ${c} = null where ${some} returning 1) select count(*) as n from changed`
    : sql`with deleted as (delete from ${t} where ${some} returning 1) select count(*) as n from deleted`
}

/** Deletes or clears all rows with this person in one column, in batches. */
export async function clearColumn(db: Db, target: Target, user_id: string): Promise<void> {
  for (let n = BATCH; n === BATCH; ) {
    const { rows } = await oneBatch(target, user_id).execute(db)
    n = (rows[0] as { n: number } | undefined)?.n ?? 0
  }
}

/** Clears a person's messages as if they had deleted them, and deletes threads in which only they wrote. In batches. */
export async function clearMessages(db: Db, user_id: string): Promise<void> {
  const [messages, threads] = [sql.table('messages'), sql.table('message_threads')]
  const batches = [
    sql`update ${messages} set content = null, shared = null, spot_id = null, post_id = null, media_index = null,
        list_id = null, list_link = null, deleted_at = coalesce(deleted_at, now())
      where ctid = any (array(select ctid from messages where user_id = ${user_id}
        and (deleted_at is null or num_nonnulls(content, shared, spot_id, post_id, media_index, list_id, list_link) > 0)
      limit ${BATCH}))`,
    sql`delete from ${threads} where ctid = any (array(select ctid from message_threads t
      where ${user_id} in (t.low_id, t.high_id)
        and not exists (select from messages m where m.thread_id = t.id and m.user_id <> ${user_id}) limit ${BATCH}))`,
  ]
  for (const batch of batches)
    for (let n = BATCH; n === BATCH; ) n = Number((await batch.execute(db)).numAffectedRows ?? 0)
}

/** Spot fields with text that people wrote. */
const TEXTS = ['name', 'description', 'address', 'city', 'state', 'country', 'postal_code']

/**
 * Clears text written by a person from the edit history of spots that remain. An edit stores the previous values. A
 * value's author is the person in the preceding edit of that field, or else the spot's creator. Field names stay, so
 * that the authors of later values can still be found. Run it while spots and edits still refer to the person.
 */
export async function clearEditedTexts(db: Db, user_id: string): Promise<void> {
  const edits = sql.table('spot_edits')
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from (select id from spots where created_by = ${user_id}
        union select spot_id from spot_edits where user_id = ${user_id}) affected
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
            order by earlier.version desc, earlier.id desc limit 1) author on true
        where e.spot_id = any (${rows.map(({ id }) => id)}::uuid[]) and field.key = any (${TEXTS}::text[])
          and case when author.id is null then s.created_by else author.user_id end = ${user_id}
        group by e.id) emptied
      where emptied.id = e.id`.execute(db)
    after = last.id
  }
}

/** Deletes a person's appeals. The decisions stay, and the answers stay in the audit log. */
export async function clearAppeals(tx: Tx, user_id: string): Promise<void> {
  await sql`
    delete from ${sql.table('appeals')} a using moderation_decisions d, report_cases c
    where d.id = a.decision_id and c.id = d.case_id and c.owner_id = ${user_id}`.execute(tx)
}

/** Whether any content still refers to the account. */
export async function hasContentLeft(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from posts where user_id = ${user_id})
      or exists (select from comments where user_id = ${user_id})
      or exists (select from spots where created_by = ${user_id})
      or exists (select from spot_edits where user_id = ${user_id})
      or exists (select from discussions where user_id = ${user_id})
      or exists (select from message_threads where ${user_id} in (low_id, high_id)) as left`.execute(tx)
  return rows[0]?.left ?? false
}

/** Returns the ids of all of a person's media. */
export async function selectMediaIds(tx: Tx, user_id: string): Promise<string[]> {
  const rows = await tx.selectFrom('media').select('id').where('owner_id', '=', user_id).execute()
  return rows.map(({ id }) => id)
}
