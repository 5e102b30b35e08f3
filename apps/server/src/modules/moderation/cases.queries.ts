import type { CaseList, CaseSummary, ModerationCase } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { joinAltTexts, mediaJson } from '../media/index.ts'
import { personJson } from '../profiles/index.ts'
import { appealJson } from './appeals.queries.ts'

/** A keyset position: the last case on a page. */
export type CaseCursor = { created_at: string; id: string }

/** SQL for a person as JSON, or null if the column is null. */
export function person(id: string, as: string) {
  return sql`(select ${personJson(as)} from profiles ${sql.ref(as)} where ${sql.ref(`${as}.user_id`)} = ${sql.ref(id)})`
}

// Report types that reporters chose, most frequent first.
const reportTypes = sql`(select coalesce(json_agg(t.report_type order by t.times desc, t.report_type), '[]') from (
  select report_type, count(*) as times from reports where case_id = c.id group by 1) t)`

const summary = sql`'id', c.id, 'kind', c.kind, 'status', c.status, 'words', c.words,
  'owner', ${person('c.owner_id', 'owner')}, 'reports_count', c.reports_count, 'report_types', ${reportTypes},
  'created_at', ${moment('c.created_at')}`

const LISTS: Record<CaseList, { from: RawBuilder<unknown>; at: string; newestFirst: boolean }> = {
  open: { from: sql`report_cases c where c.status = 'open'`, at: 'c.created_at', newestFirst: false },
  closed: {
    from: sql`report_cases c where c.status = 'closed'`,
    at: 'c.created_at',
    newestFirst: true,
  },
  appealed: {
    from: sql`appeals a join moderation_decisions d on d.id = a.decision_id join report_cases c on c.id = d.case_id
      where a.outcome is null`,
    at: 'a.created_at',
    newestFirst: false,
  },
}

/**
 * Whether an admin sees case `c`. A steward's decision about a spot the admin can't see is shown only after an appeal,
 * because no one reported it.
 */
export function isCaseShown(viewer: string): RawBuilder<boolean> {
  return sql<boolean>`(
  c.reports_count > 0
  or not exists (select from withheld_spots(${viewerId(viewer)}) withheld where withheld.id = c.spot_id offset 0)
  or exists (
    select from moderation_decisions decided join appeals a on a.decision_id = decided.id where decided.case_id = c.id))`
}

/** Returns a page of cases. Closed ones are sorted newest first, all others oldest first. */
export async function selectCases(
  db: Db,
  viewer: string,
  list: CaseList,
  { owner_id, after, limit }: { owner_id: string | undefined; after: CaseCursor | null; limit: number },
): Promise<{ item: CaseSummary; cursor: CaseCursor }[]> {
  const { from, at, newestFirst } = LISTS[list]
  const [comparison, order] = newestFirst ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const rest = after
    ? sql`and (${sql.ref(at)}, c.id) ${comparison} (${after.created_at}, ${after.id})`
    : sql``
  const { rows } = await sql<{ item: CaseSummary; cursor: CaseCursor }>`
    select json_build_object(${summary}) as item,
      json_build_object('created_at', ${moment(at)}, 'id', c.id) as cursor
    from ${from} and ${isCaseShown(viewer)} ${rest} ${owner_id === undefined ? sql`` : sql`and c.owner_id = ${owner_id}`} order by ${sql.ref(at)} ${order}, c.id ${order} limit ${limit}`.execute(
    db,
  )
  return rows
}

// The subject's current text and link. No row if it was deleted.
const currentSubject = sql`
  select s.id as thing_id, null::uuid as post_id, s.id as spot_id, null::uuid as discussion_id,
    null::uuid as list_id, concat_ws(e'\n', s.name, s.description,
      (select concat_ws(e'\n', f.fee_note, f.phone, f.website) from spot_facts f where f.spot_id = s.id)) as words from spots s where s.id = c.spot_id and s.deleted_at is null
  union all select p.id, case when p.hidden_at is null then p.id end, p.spot_id, null, null,
      concat_ws(e'\n', p.title, p.content, ${joinAltTexts('p.id')})
    from posts p where p.id = c.post_id
  union all select comment.id, case when comment.hidden_at is null and p.hidden_at is null then comment.post_id end, p.spot_id,
      case when comment.hidden_at is null and d.hidden_at is null then comment.discussion_id end, null, comment.content
    from comments comment left join posts p on p.id = comment.post_id left join discussions d on d.id = comment.discussion_id
    where comment.id = c.comment_id
  union all select person.user_id, null, null, null, null,
      concat_ws(e'\n', person.username, person.full_name, person.bio, person.home_town)
    from profiles person where person.user_id = c.reported_id
  union all select m.id, m.post_id, m.spot_id, null, null, m.content
    from messages m where m.id = c.message_id and m.deleted_at is null
  union all select d.id, null, null, case when d.hidden_at is null then d.id end, null, concat_ws(e'\n', d.title, d.content)
    from discussions d where d.id = c.discussion_id
  union all select l.id, null, null, null, case when l.hidden_at is null and l.visibility = 'public' then l.id end,
      concat_ws(e'\n', l.name, l.description)
    from lists l where l.id = c.list_id
  union all select b.id, null, b.spot_id, null, null, b.content from bulletins b where b.id = c.bulletin_id
  union all select crew.id, null, null, null, null, crew.name from crews crew where crew.id = c.crew_id
  union all select m.id, null, null, null, null, m.note from meetups m where m.id = c.meetup_id`

const media = sql`coalesce((
  select json_agg(${mediaJson('m')} order by pm.media_index) from post_media pm join media m on m.id = pm.media_id
  where c.kind = 'post' and pm.post_id = subject.thing_id), (
  select json_agg(${mediaJson('m')}) from comments comment join post_media pm
    on pm.post_id = comment.post_id and pm.media_index = comment.media_index join media m on m.id = pm.media_id
  where comment.id = c.comment_id), (
  select json_agg(${mediaJson('m')}) from spots s join media m on m.id = s.cover_media_id
  where c.kind = 'spot' and s.id = subject.spot_id), '[]')`

const madeSpot = sql`(select json_build_object('name', s.name, 'description', s.description)
  from posts p join spots s on s.id = p.spot_id and s.deleted_at is null
  where c.kind = 'post' and p.id = subject.thing_id and p.kind = 'spot')`

const context = sql`(select coalesce(json_agg(json_build_object(
    'author', ${person('parent.user_id', 'author')}, 'words', parent.words) order by parent.depth), '[]')
  from (
    select 0 as depth, p.user_id, concat_ws(e'\n', p.title, p.content) as words
    from comments comment join posts p on p.id = comment.post_id where comment.id = c.comment_id
    union all select 1, parent_comment.user_id, parent_comment.content
    from comments comment join comments parent_comment on parent_comment.id = comment.parent_comment_id where comment.id = c.comment_id
    union all select 0, d.user_id, concat_ws(e'\n', d.title, d.content)
    from comments comment join discussions d on d.id = comment.discussion_id where comment.id = c.comment_id
  ) parent)`

const ownerRecord = sql`(select json_build_object('member_since', ${moment('owner.created_at')},
    'is_suspended', owner.suspended_at is not null, 'is_admin', owner.is_admin, 'decisions_count', (
      select count(*) from moderation_decisions d join report_cases earlier on earlier.id = d.case_id
      where earlier.owner_id = owner.user_id and d.action <> 'keep'
        and not exists (select from appeals a where a.decision_id = d.id and a.outcome = 'reversed')))
  from profiles owner where owner.user_id = c.owner_id)`

const reports = sql`(select coalesce(json_agg(json_build_object('id', r.id, 'report_type', r.report_type,
    'description', r.description, 'reporter', ${person('r.reporter_id', 'reporter')}, 'notice_name', r.notice_name,
    'created_at', ${moment('r.created_at')}) order by r.created_at, r.id), '[]')
  from (select * from reports where case_id = c.id order by created_at, id limit 100) r)`

const decision = sql`(select json_build_object('id', d.id, 'action', d.action, 'reason', d.reason, 'as_steward', d.as_steward,
    'admin', ${person('d.admin_id', 'admin')}, 'created_at', ${moment('d.created_at')}, 'appeal', ${appealJson})
  from moderation_decisions d where d.case_id = c.id)`

/** Returns a case with everything needed to decide it, including up to a hundred of its first reports. */
export async function findCase(db: Db, viewer: string, id: string): Promise<ModerationCase | undefined> {
  const { rows } = await sql<{ item: ModerationCase }>`
    select json_build_object(${summary}, 'thing_id', subject.thing_id, 'post_id', subject.post_id, 'spot_id', subject.spot_id,
      'discussion_id', subject.discussion_id, 'list_id', subject.list_id,
      'area_id', (select b.area_id from bulletins b where b.id = c.bulletin_id), 'words_now', subject.words, 'media_index', (select comment.media_index from comments comment where comment.id = c.comment_id),
      'made_spot', ${madeSpot}, 'media', ${media}, 'context', ${context}, 'owner_record', ${ownerRecord},
      'reports', ${reports}, 'decision', ${decision}) as item
    from report_cases c left join lateral (${currentSubject}) subject on true
    where c.id = ${id} and ${isCaseShown(viewer)}`.execute(db)
  return rows[0]?.item
}
