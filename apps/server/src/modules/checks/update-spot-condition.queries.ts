import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { Decision, Voice } from './spot-condition.ts'

/** Accounts younger than this are considered new. */
const NEW_DAYS = 30
/** Maximum number of recent reports considered per spot: from new accounts, and from all others. */
const MAX_WEIGHED = 300

function selectChecks(spot_id: string, isNew: boolean) {
  return sql`(
  select c.user_id, c.answer, c.until::text as until, extract(epoch from c.seen_at)::float8 * 1000 as seen_at,
    ${sql.lit(isNew)} as is_new, c.proof
  from checks c join users u on u.id = c.user_id join profiles who on who.user_id = c.user_id and not who.is_hidden
    left join posts p on p.id = c.post_id
  where c.spot_id = ${spot_id} and (c.proof <> 'photo' or p.id is not null and p.hidden_at is null)
    and (c.seen_at - u.created_at < make_interval(days => ${NEW_DAYS})) = ${sql.lit(isNew)}
  order by c.seen_at desc limit ${MAX_WEIGHED})`
}

/**
 * Returns people's votes on a spot's condition: their reports, the sharing of the spot, and its creator's marks.
 * Excludes people who are suspended or scheduled for deletion, and reports whose photo is hidden or deleted.
 */
export async function selectVoices(db: Db, spot_id: string): Promise<Voice[]> {
  const { rows } = await sql<Voice>`
    ${selectChecks(spot_id, false)}
    union all ${selectChecks(spot_id, true)}
    union all
    select coalesce(s.created_by, s.id), 'open', null, extract(epoch from s.created_at)::float8 * 1000, false, 'share'
    from spots s where s.id = ${spot_id} and s.source is null
    union all
    (select e.user_id, case when e.before ->> 'status' = 'gone' then 'open' else 'gone' end, null,
      extract(epoch from e.created_at)::float8 * 1000, false, 'position'
    from spot_edits e join spots s on s.id = e.spot_id and s.created_by = e.user_id
      join profiles who on who.user_id = e.user_id and not who.is_hidden
    where e.spot_id = ${spot_id} and e.action = 'status' order by e.id desc limit 20)`.execute(db)
  return rows
}

/**
 * Returns the latest decision about a spot: by an admin who marked another person's spot as gone or open, or by a
 * steward who set its condition. Null if there is none.
 */
export async function selectDecision(db: Db, spot_id: string): Promise<Decision | null> {
  const { rows } = await sql<Decision>`
    (select case when e.before ->> 'status' = 'gone' then 'open' else 'gone' end as answer,
      extract(epoch from e.created_at)::float8 * 1000 as at, null as until
    from spot_edits e join spots s on s.id = e.spot_id and s.created_by is distinct from e.user_id
    where e.spot_id = ${spot_id} and e.action = 'status' and e.user_id is not null
    order by e.id desc limit 1)
    union all
    select settled.state, extract(epoch from settled.created_at)::float8 * 1000, settled.until::text
    from spot_settlements settled where settled.spot_id = ${spot_id}
    order by at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Claims up to `limit` queued spots whose reports changed, or now have a different weight. */
export async function takeChanged(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ spot_id: string }>`
    with taken as (
      delete from ${sql.table('check_changes')} where id in (
        select id from check_changes order by id limit ${limit} for update skip locked)
      returning spot_id
    )
    select distinct spot_id from taken order by 1`.execute(tx)
  return rows.map(({ spot_id }) => spot_id)
}

/** Returns spots with a settlement whose last day has passed in every time zone. */
export async function selectEndedSettlements(db: Db, today: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ spot_id: string }>`
    select spot_id from spot_settlements where not is_over and until < ${today}::date
    order by spot_id limit ${limit}`.execute(db)
  return rows.map(({ spot_id }) => spot_id)
}

/**
 * Marks a spot's settlement as over, so that it's processed only once. Returns false if it was already marked or
 * replaced.
 */
export async function markOver(tx: Tx, spot_id: string, today: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update spot_settlements set is_over = true
    where spot_id = ${spot_id} and not is_over and until < ${today}::date`.execute(tx)
  return numAffectedRows === 1n
}

/** Returns spots whose closing date has passed in every time zone. */
export async function selectEnded(db: Db, today: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from spots s
    where s.id in (select c.spot_id from checks c where c.until < ${today}::date)
      and s.state_until < ${today}::date and s.deleted_at is null
    order by s.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
