import type { ReportType } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { notBlockedBy, viewerId } from '../blocks/index.ts'

/** What can be reported. */
export type Kind = 'spot' | 'post' | 'comment' | 'user' | 'message' | 'discussion'
/** One thing that can be reported. */
export type Thing = { kind: Kind; id: string }
/** Whose a thing is, and its words as they are now. */
export type ThingNow = { owner_id: string | null; words: string }

const COLUMNS = {
  spot: 'spot_id',
  post: 'post_id',
  comment: 'comment_id',
  user: 'reported_id',
  message: 'message_id',
  discussion: 'discussion_id',
} as const satisfies Record<Kind, string>

/**
 * See {@link ThingNow}; undefined for what people, or in the case of messages the reader, cannot see. Whom the reader
 * blocks themselves they can report.
 */
export const findThing = async (
  db: Db,
  { kind, id }: Thing,
  reader: string | null,
): Promise<ThingNow | undefined> => {
  const there = (column: string) => notBlockedBy(viewerId(reader), column)
  const found = {
    spot: sql<ThingNow>`select created_by as owner_id, concat_ws(e'\n', name, description) as words
      from spots where id = ${id} and deleted_at is null`,
    post: sql<ThingNow>`select user_id as owner_id, concat_ws(e'\n', title, content) as words
      from posts where id = ${id} and hidden_at is null and ${there('posts.user_id')}`,
    comment: sql<ThingNow>`select c.user_id as owner_id, c.content as words
      from comments c left join posts p on p.id = c.post_id left join discussions d on d.id = c.discussion_id
      where c.id = ${id} and c.hidden_at is null and coalesce(p.hidden_at, d.hidden_at) is null
        and ${there('c.user_id')} and (p.id is null or ${there('p.user_id')})
        and (d.id is null or ${there('d.user_id')})`,
    user: sql<ThingNow>`select user_id as owner_id, concat_ws(e'\n', username, full_name, bio, home_town) as words
      from profiles where user_id = ${id} and ${there('profiles.user_id')}`,
    // What was written to them they may report whoever blocks whom.
    message: sql<ThingNow>`select m.user_id as owner_id,
        concat_ws(e'\n', m.content, '[shared ' || m.shared || ' ' || coalesce(m.spot_id, m.post_id) || ']') as words
      from messages m join message_sides side on side.thread_id = m.thread_id and side.user_id = ${reader}
      where m.id = ${id} and m.deleted_at is null and m.seq > side.cleared_seq`,
    discussion: sql<ThingNow>`select user_id as owner_id, concat_ws(e'\n', title, content) as words
      from discussions where id = ${id} and hidden_at is null and ${there('discussions.user_id')}`,
  }[kind]
  const { rows } = await found.execute(db)
  return rows[0]
}

/** The open case about a thing, made when there is none, held until the end of the transaction. Gives its id. */
export const openCase = async (
  tx: Tx,
  { kind, id }: Thing,
  { owner_id, words }: ThingNow,
  newId: string,
): Promise<string> => {
  const { id: case_id } = await tx
    .insertInto('report_cases')
    .values({ id: newId, kind, [COLUMNS[kind]]: id, owner_id, words })
    .onConflict((clash) =>
      clash
        .column(COLUMNS[kind])
        .where('status', '=', sql.lit('open'))
        .doUpdateSet((eb) => ({ reports_count: eb.ref('report_cases.reports_count') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return case_id
}

/** A report as it is kept. */
export type ReportRow = {
  id: string
  report_type: ReportType
  description: string | null
  created_at: string
}

/** Adds what somebody without an account says to a case. Nobody knows whose an address is: its first words stay. */
export const insertNotice = async (
  tx: Tx,
  notice: {
    id: string
    case_id: string
    report_type: ReportType
    description: string
    notice_name: string
    notice_email: string
  },
): Promise<void> => {
  const row = await tx
    .insertInto('reports')
    .values({ ...notice, reporter_id: null })
    .onConflict((clash) =>
      clash.expression(sql`case_id, lower(notice_email)`).where('notice_email', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (row) await countReport(tx, notice.case_id)
}

/** Empties name and address of whoever sent a notice, so many days after it was decided. */
export const forgetNoticeSenders = async (db: Db, days: number): Promise<void> => {
  await db
    .updateTable('reports')
    .set({ notice_name: null, notice_email: null })
    .where('notice_email', 'is not', null)
    .where('case_id', 'in', (eb) =>
      eb
        .selectFrom('moderation_decisions')
        .select('case_id')
        .where('created_at', '<', sql<string>`now() - make_interval(days => ${days})`),
    )
    .execute()
}

const countReport = async (tx: Tx, case_id: string): Promise<void> => {
  await tx
    .updateTable('report_cases')
    .set((eb) => ({ reports_count: eb('reports_count', '+', 1) }))
    .where('id', '=', case_id)
    .execute()
}

/** Adds a person's report to a case; a second one of theirs replaces what the first said. */
export const upsertReport = async (
  tx: Tx,
  report: {
    id: string
    case_id: string
    reporter_id: string
    report_type: ReportType
    description: string | null
  },
): Promise<ReportRow> => {
  const row = await tx
    .insertInto('reports')
    .values({ ...report, notice_name: null, notice_email: null })
    .onConflict((clash) =>
      clash.columns(['case_id', 'reporter_id']).doUpdateSet((eb) => ({
        report_type: eb.ref('excluded.report_type'),
        description: eb.ref('excluded.description'),
      })),
    )
    .returning(['id', 'report_type', 'description', 'created_at'])
    .executeTakeFirstOrThrow()
  if (row.id === report.id) await countReport(tx, report.case_id)
  return row
}
