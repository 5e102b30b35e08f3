import { ACTIVITY_MAX, type ActivityItem } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { notBlocked, viewerId } from '../blocks/index.ts'
import { mediaJson } from '../media/index.ts'
import { personJson } from '../profiles/index.ts'

// Posts are joined as `p`, their author as `who`, the item meant as `item`; spots as `s`.
const postJson = sql`json_build_object('id', p.id, 'kind', p.kind, 'title', p.title, 'media_index', item.media_index,
  'media', case when m.status in ('processing', 'ready') then ${mediaJson('m')} end, 'user', ${personJson('who')})`
const spotJson = sql`case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end`
const AROUND_ITEM = sql`
  join profiles who on who.user_id = p.user_id
  left join post_media item on item.post_id = p.id and item.media_index = done.media_index
  left join media m on m.id = item.media_id
  left join spots s on s.id = p.spot_id and s.deleted_at is null`

type Parts = Partial<Record<'post' | 'spot' | 'person' | 'content' | 'count' | 'videos', RawBuilder<unknown>>>
const NOTHING = sql`null`

const row = (type: ActivityItem['type'], { post, spot, person, content, count, videos }: Parts) => sql`
  done.id, ${sql.lit(type)} as type, done.created_at, ${post ?? NOTHING}::json as post, ${spot ?? NOTHING}::json as spot,
  ${person ?? NOTHING}::json as person, ${content ?? NOTHING}::text as content, ${count ?? NOTHING}::int as count,
  ${videos ?? NOTHING}::int as videos`

/**
 * The newest of everything a person did that the viewer may see, and of who began to follow them; so many of each as
 * ACTIVITY_MAX says, newest first. What a post is for is read from its kind, never from its title.
 */
export const selectActivity = async (db: Db, viewer: string, user_id: string): Promise<ActivityItem[]> => {
  const me = viewerId(viewer)
  const who = sql`${user_id}::uuid`
  // uuid_send: see likes.sql.
  const did = sql`uuid_send(done.user_id) = uuid_send(${who})`
  const seen = sql`p.hidden_at is null and ${notBlocked(me, 'p.user_id')}`
  const { rows } = await sql<ActivityItem>`
    select id, type, ${moment('created_at')} as created_at, post, spot, person, content, count, videos from (
      (select ${row('comment', { post: postJson, spot: spotJson, content: sql`done.content` })}
        from comments done join posts p on p.id = done.post_id ${AROUND_ITEM}
        left join comments parent on parent.id = done.parent_comment_id
        where ${did} and done.hidden_at is null and ${seen} and (parent.id is null or ${notBlocked(me, 'parent.user_id')})
        order by done.created_at desc limit ${ACTIVITY_MAX.comment})
      union all
      (select ${row('like', { post: postJson, spot: spotJson })}
        from likes done join posts p on p.id = done.post_id ${AROUND_ITEM}
        where ${did} and ${seen}
        order by done.created_at desc limit ${ACTIVITY_MAX.like})
      union all
      (select ${row('spot_shared', { spot: sql`json_build_object('id', done.id, 'name', done.name)` })}
        from spots done where done.created_by = ${who} and done.deleted_at is null
        order by done.created_at desc, done.id desc limit ${ACTIVITY_MAX.spot_shared})
      union all
      (select ${row('media_added', { post: postJson, spot: spotJson, count: sql`done.files`, videos: sql`done.videos` })}
        from (
          select p.*, files.count as files, files.videos, files.first as media_index from posts p cross join lateral (
            select count(*), count(*) filter (where m.type = 'video') as videos, min(pm.media_index) as first
            from post_media pm join media m on m.id = pm.media_id
            where pm.post_id = p.id and m.status in ('processing', 'ready')
          ) files
          where p.user_id = ${who} and p.hidden_at is null and p.kind in ('media', 'cover', 'profile_picture')
            and files.count > 0
          order by p.created_at desc, p.id desc limit ${ACTIVITY_MAX.posts}
        ) done join posts p on p.id = done.id ${AROUND_ITEM})
      union all
      (select ${row('follow', { person: personJson('follower') })}
        from follows done join profiles follower on follower.user_id = done.follower_id
        where done.following_id = ${who} and ${notBlocked(me, 'done.follower_id')}
        order by done.created_at desc limit ${ACTIVITY_MAX.follow})
    ) activity order by activity.created_at desc, id desc limit ${ACTIVITY_MAX.all}`.execute(db)
  return rows
}
