import type { OwnKind, OwnContent } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { mediaJson } from '../media/index.ts'
import { exactly, joinExact } from '../spots/index.ts'

/** A keyset position: the last row on a page. */
export type ContentCursor = Pick<OwnContent, 'created_at' | 'id'>

type Me = RawBuilder<unknown>

const EMPTY = {
  title: sql`null`,
  words: sql`null`,
  media: sql`'[]'::json`,
  photo_url: sql`null`,
  spot: sql`null`,
  place: sql`null`,
  under: sql`null`,
  shared: sql`null`,
  to: sql`null`,
  is_hidden: sql`false`,
}

// Builds a row in the contract's form. `fields` has the fields for this kind of content; all others are null.
function contentJson(table: string, fields: Partial<Record<keyof typeof EMPTY, RawBuilder<unknown>>>) {
  const parts = Object.entries({ ...EMPTY, ...fields }).map(
    ([name, value]) => sql`${sql.lit(name)}, ${value}`,
  )
  return sql`${sql.ref(`${table}.id`)} as id, ${sql.ref(`${table}.created_at`)} as created_at,
    json_build_object('id', ${sql.ref(`${table}.id`)}, 'created_at', ${moment(`${table}.created_at`)},
      ${sql.join(parts)}) as content`
}

const UNDER = sql`case when c.post_id is null then 'discussion' else 'post' end`

function hidden(table: string) {
  return sql`${sql.ref(`${table}.hidden_at`)} is not null`
}

function spotName(me: Me, id: string) {
  return sql`(select s.name from visible_spots(${me}) s where s.id = ${sql.ref(id)})`
}

const LISTS: Record<OwnKind, (me: Me) => RawBuilder<unknown>> = {
  posts: (me) => sql`
    select ${contentJson('p', {
      title: sql`p.title`,
      words: sql`p.content`,
      photo_url: sql`p.photo_url`,
      spot: spotName(me, 'p.spot_id'),
      is_hidden: hidden('p'),
      media: sql`coalesce((select json_agg(${mediaJson('m')} order by pm.media_index)
        from post_media pm join media m on m.id = pm.media_id
        where pm.post_id = p.id and m.owner_id = ${me}), '[]')`,
    })} from posts p where p.user_id = ${me}`,
  spots: (me) => sql`
    select ${contentJson('s', {
      title: sql`s.name`,
      words: sql`s.description`,
      place: sql`nullif(concat_ws(', ', ${exactly('address')}, ${exactly('city')}, ${exactly('country')}), '')`,
      media: sql`coalesce((select json_agg(${mediaJson('m')}) from media m
        where m.id = s.cover_media_id and m.owner_id = ${me}), '[]')`,
    })} from spots s ${joinExact(me)} where s.created_by = ${me} and s.deleted_at is null`,
  drafts: (me) => sql`
    select ${contentJson('d', {
      words: sql`d.note`,
      place: sql`d.latitude || ', ' || d.longitude`,
      media: sql`(select json_agg(${mediaJson('m')} order by dm.media_index)
        from draft_media dm join media m on m.id = dm.media_id where dm.draft_id = d.id)`,
    })} from drafts d where d.user_id = ${me}`,
  // `uuid_send(a) = uuid_send(b)` means `a = b`, and uses the index by person (comments_user_idx in comments.sql).
  comments: (me) => sql`
    select ${contentJson('c', { words: sql`c.content`, under: UNDER, is_hidden: hidden('c') })}
    from comments c where uuid_send(c.user_id) = uuid_send(${me})`,
  discussions: (me) => sql`
    select ${contentJson('d', { title: sql`d.title`, words: sql`d.content`, is_hidden: hidden('d') })} from discussions d where d.user_id = ${me}`,
  messages: (me) => sql`
    select ${contentJson('m', {
      words: sql`m.content`,
      shared: sql`m.shared`,
      spot: sql`case m.shared when 'spot' then ${spotName(me, 'm.spot_id')} end`,
      to: sql`(select receiver.username from visible_people(${me}) receiver
        where receiver.user_id = side.other_id and receiver.former_at is null)`,
    })} from messages m join message_sides side on side.thread_id = m.thread_id and side.user_id = ${me}
    where m.user_id = ${me} and m.seq > side.cleared_seq and m.deleted_at is null`,
}

/** Returns a person's rows of one kind after a cursor, newest first. */
export async function selectOwnContent(
  db: Db,
  user_id: string,
  { kind, after, limit }: { kind: OwnKind; after: ContentCursor | null; limit: number },
): Promise<OwnContent[]> {
  const older = after
    ? sql`where (t.created_at, t.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ content: OwnContent }>`
    select t.content from (${LISTS[kind](viewerId(user_id))}) t ${older}
    order by t.created_at desc, t.id desc limit ${limit}`.execute(db)
  return rows.map(({ content }) => content)
}
