import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { viewerId, type ViewerInSql } from '../blocks/index.ts'
import { listPersonalColumns } from './personal-columns.ts'

const FETCHED = 200

/** A file in the archive: its name, and a query for its rows as JSON objects. */
export type ArchiveFile = { name: string; rows: RawBuilder<unknown> }

// Another person's username, for the archive's owner. Null if one has blocked the other.
function selectName(me: ViewerInSql, column: string, people = 'visible_people') {
  return sql`(select named.username from ${sql.raw(people)}(${me}) named where named.user_id = ${sql.ref(column)})`
}

// A shared list's ID, except for recipients who can't read the list.
function selectListId(me: ViewerInSql) {
  return sql`case when m.user_id = ${me} then m.list_id
    else (select l.id from visible_lists(${me}, m.list_link) l where l.id = m.list_id) end`
}

// Files whose rows differ from their table's columns.
const SHAPED = new Set(['posts', 'drafts', 'crews', 'lists', 'media', 'reports'])

// Tables whose rows are archived as they are.
function listTableFiles(me: ViewerInSql): ArchiveFile[] {
  return listPersonalColumns().flatMap(({ table, column, archive, omit = [], other }) => {
    if (archive === null || SHAPED.has(archive)) return []
    const added = other
      ? sql` || jsonb_build_object('username', ${selectName(me, `t.${other}`, table === 'blocks' ? 'unblocking_people' : 'visible_people')})`
      : sql``
    const rows = sql`select (to_jsonb(t) - ${[...omit]}::text[])${added} as row from ${sql.table(table)} t
      where t.${sql.ref(column)} = ${me}`
    return [{ name: archive, rows }]
  })
}

// The account.
function listAccountFiles(me: ViewerInSql): ArchiveFile[] {
  return [
    {
      name: 'account',
      rows: sql`select jsonb_build_object('user_id', u.id, 'email', u.email, 'created_at', u.created_at,
          'terms_accepted_at', u.terms_accepted_at, 'terms_version', u.terms_version,
          'profile', to_jsonb(p) - '{user_id,search_username,search_name,sort_name,version,is_hidden,avatar_media_id}'::text[]) as row
        from users u join profiles p on p.user_id = u.id where u.id = ${me}`,
    },
  ]
}

// Content that the person created.
function listContentFiles(me: ViewerInSql): ArchiveFile[] {
  return [
    {
      name: 'spot-positions',
      rows: sql`select to_jsonb(exact) - '{near_latitude,near_longitude,far_latitude,far_longitude,qk}'::text[] as row
        from exact_positions(${me}) exact join spots s on s.id = exact.spot_id where s.created_by = ${me}`,
    },
    {
      name: 'posts',
      rows: sql`select to_jsonb(p) || jsonb_build_object('spot', (select s.name from spots s
            where s.id = p.spot_id and not exists (select from withheld_spots(${me}) withheld where withheld.id = s.id offset 0)),
          'media', coalesce((select jsonb_agg(pm.media_id order by pm.media_index) from post_media pm
            where pm.post_id = p.id and pm.media_id is not null), '[]')) as row
        from posts p where p.user_id = ${me}`,
    },
    {
      name: 'drafts',
      rows: sql`select to_jsonb(d) || jsonb_build_object('media', coalesce((
            select jsonb_agg(dm.media_id order by dm.media_index) from draft_media dm where dm.draft_id = d.id), '[]')) as row
        from drafts d where d.user_id = ${me}`,
    },
    {
      name: 'crews',
      rows: sql`select jsonb_build_object('crew_id', c.id, 'name', c.name, 'role', m.role, 'joined_at', m.joined_at) as row
        from crew_members m join crews c on c.id = m.crew_id where m.user_id = ${me}`,
    },
    {
      name: 'lists',
      rows: sql`select to_jsonb(l) - '{link}'::text[] || jsonb_build_object('spots', coalesce((
            select jsonb_agg(jsonb_build_object('spot_id', ls.spot_id, 'name', s.name, 'note', ls.note,
              'added_at', ls.added_at) order by ls.position, ls.added_at)
            from list_spots ls left join spots s on s.id = ls.spot_id
              and not exists (select from withheld_spots(${me}) withheld where withheld.id = s.id offset 0)
            where ls.list_id = l.id), '[]')) as row
        from lists l where l.user_id = ${me}`,
    },
    {
      name: 'media',
      rows: sql`select jsonb_build_object('id', m.id, 'type', m.type, 'status', m.status, 'width', m.width,
          'height', m.height, 'duration', m.duration, 'bytes', m.stored_bytes, 'alt_text', m.alt_text, 'created_at', m.created_at,
          'folder', 'media/' || m.id) as row
        from media m where m.owner_id = ${me}`,
    },
  ]
}

// Comments that others wrote on the person's posts and discussions.
function listCommentFiles(me: ViewerInSql): ArchiveFile[] {
  return [
    {
      name: 'comments-on-my-posts',
      rows: sql`select jsonb_build_object('id', c.id, 'post_id', c.post_id, 'media_index', c.media_index,
          'username', ${selectName(me, 'c.user_id')}, 'content', c.content, 'created_at', c.created_at) as row
        from comments_by_visible_people(${me}) c join posts p on p.id = c.post_id
        where p.user_id = ${me} and c.user_id <> ${me}
          and not exists (select from withheld_posts(${me}) withheld where withheld.id = p.id offset 0)`,
    },
    {
      name: 'comments-on-my-discussions',
      rows: sql`select jsonb_build_object('id', c.id, 'discussion_id', c.discussion_id,
          'username', ${selectName(me, 'c.user_id')}, 'content', c.content, 'created_at', c.created_at) as row
        from comments_by_visible_people(${me}) c join discussions d on d.id = c.discussion_id
        where d.user_id = ${me} and c.user_id <> ${me}`,
    },
  ]
}

// Reports by the person, and decisions about them.
function listModerationFiles(me: ViewerInSql): ArchiveFile[] {
  return [
    {
      name: 'reports',
      rows: sql`select jsonb_build_object('id', r.id, 'kind', c.kind,
          'thing_id', coalesce(c.spot_id, c.post_id, c.comment_id, c.message_id, c.discussion_id, c.list_id,
            c.crew_id, c.meetup_id, c.reported_id),
          'report_type', r.report_type, 'description', r.description, 'created_at', r.created_at) as row
        from reports r join report_cases c on c.id = r.case_id where r.reporter_id = ${me}`,
    },
    // Omits `keep` decisions, because the owner wasn't notified of them.
    {
      name: 'decisions-about-me',
      rows: sql`select jsonb_build_object('kind', c.kind, 'words', c.words, 'action', d.action, 'reason', d.reason,
          'decided_at', d.created_at, 'appeal', a.words, 'appealed_at', a.created_at, 'outcome', a.outcome,
          'answer', a.answer, 'answered_at', a.answered_at) as row
        from report_cases c join moderation_decisions d on d.case_id = c.id left join appeals a on a.decision_id = d.id
        where c.owner_id = ${me} and d.action <> 'keep'
        union all
        select jsonb_build_object('kind', 'user', 'words', null, 'action', 'suspend', 'reason', l.reason,
          'decided_at', l.created_at, 'appeal', null, 'appealed_at', null, 'outcome', null,
          'answer', null, 'answered_at', null)
        from moderation_log l where l.user_id = ${me} and l.act = 'suspended' and l.case_id is null`,
    },
  ]
}

// Messages by the person, and to them.
function listMessageFiles(me: ViewerInSql): ArchiveFile[] {
  return [
    {
      name: 'messages',
      rows: sql`select jsonb_build_object('thread_id', m.thread_id, 'with', ${selectName(me, 'side.other_id')},
          'mine', m.user_id = ${me}, 'content', m.content, 'shared', m.shared, 'spot_id', m.spot_id,
          'post_id', m.post_id, 'list_id', ${selectListId(me)}, 'created_at', m.created_at) as row
        from message_sides side join messages m on m.thread_id = side.thread_id and m.seq > side.cleared_seq
        where side.user_id = ${me} and m.deleted_at is null
          and (m.user_id = ${me}
            or exists (select from visible_people(${me}) sender where sender.user_id = m.user_id offset 0))`,
    },
  ]
}

/** Lists the files in a person's archive: their rows in every table in PERSONAL_COLUMNS, and messages to them. */
export function archiveFiles(user_id: string): ArchiveFile[] {
  const me = viewerId(user_id)
  return [
    ...listAccountFiles(me),
    ...listTableFiles(me),
    ...listContentFiles(me),
    ...listCommentFiles(me),
    ...listModerationFiles(me),
    ...listMessageFiles(me),
  ]
}

/** Reads a file's rows, a few hundred at a time. Read all files in one transaction so that they're consistent. */
export async function* readRows(tx: Tx, { rows }: ArchiveFile): AsyncGenerator {
  await sql`declare archived no scroll cursor for ${rows}`.execute(tx)
  for (let n = FETCHED; n === FETCHED; ) {
    const fetched = await sql<{ row: unknown }>`fetch ${sql.lit(FETCHED)} from archived`.execute(tx)
    n = fetched.rows.length
    for (const { row } of fetched.rows) yield row
  }
  await sql`close archived`.execute(tx)
}

/** Returns a page of a person's ready media after an id: each item's id and file key. */
export async function selectMediaKeys(
  db: Db,
  user_id: string,
  after: string,
  limit: number,
): Promise<{ id: string; key: string }[]> {
  const rows = await db
    .selectFrom('media')
    .select(['id', 'key'])
    .where('owner_id', '=', user_id)
    .where('id', '>', after)
    .where('status', '=', 'ready')
    .where('key', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, key }) => ({ id, key: key ?? '' }))
}
