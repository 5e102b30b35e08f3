import { ACTIVITY_MAX, type ActivityItem } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** Maximum number of items read per type (ACT-03 to ACT-07). */
const NEWEST = { comment: 10, like: 10, spot_shared: 10, posts: 20, follow: 10 } as const

/** SQL that joins the post `p` and its spot as `item.post` and `item.spot`, with the item of `entry`. */
const JOIN_ITEM = sql`cross join lateral acted_post(p, entry.media_index) item`
const ITEM = { post: sql`item.post`, spot: sql`item.spot` }

type Parts = Partial<Record<'post' | 'spot' | 'person' | 'content' | 'count' | 'videos', RawBuilder<unknown>>>
const NOTHING = sql`null`

function row(type: ActivityItem['type'], { post, spot, person, content, count, videos }: Parts) {
  return sql`
  entry.id, ${sql.lit(type)} as type, entry.created_at, ${post ?? NOTHING}::json as post, ${spot ?? NOTHING}::json as spot,
  ${person ?? NOTHING}::json as person, ${content ?? NOTHING}::text as content, ${count ?? NOTHING}::int as count,
  ${videos ?? NOTHING}::int as videos`
}

/**
 * Returns a person's latest actions that the viewer can see, and their latest followers. They are sorted newest first,
 * with at most {@link NEWEST} of each type. Posts are distinguished by kind, never by title.
 */
export async function selectActivity(db: Db, viewer: string, user_id: string): Promise<ActivityItem[]> {
  const me = viewerId(viewer)
  const person_id = sql`${user_id}::uuid`
  // `uuid_send(a) = uuid_send(b)` means `a = b`, and uses the indexes by person and time (likes_user_idx in likes.sql).
  const byPerson = sql`uuid_send(entry.user_id) = uuid_send(${person_id})`
  const { rows } = await sql<ActivityItem>`
    select id, type, ${moment('created_at')} as created_at, post, spot, person, content, count, videos from (
      (select ${row('comment', { ...ITEM, content: sql`entry.content` })}
        from visible_comments(${me}) entry join visible_posts(${me}) p on p.id = entry.post_id ${JOIN_ITEM}
        where ${byPerson}
        order by entry.created_at desc limit ${NEWEST.comment})
      union all
      (select ${row('like', ITEM)}
        from likes entry join visible_posts(${me}) p on p.id = entry.post_id ${JOIN_ITEM}
        where ${byPerson}
        order by entry.created_at desc limit ${NEWEST.like})
      union all
      (select ${row('spot_shared', { spot: sql`json_build_object('id', entry.id, 'name', entry.name)` })}
        from visible_spots(${me}) entry where entry.created_by = ${person_id}
        order by entry.created_at desc, entry.id desc limit ${NEWEST.spot_shared})
      union all
      (select ${row('media_added', { ...ITEM, count: sql`entry.files`, videos: sql`entry.videos` })}
        from (
          select p.*, files.count as files, files.videos, files.first as media_index from visible_posts(${me}) p cross join lateral (
            select count(*), count(*) filter (where m.type = 'video') as videos, min(pm.media_index) as first
            from post_media pm join media m on m.id = pm.media_id
            where pm.post_id = p.id and m.status in ('processing', 'ready')
          ) files
          where p.user_id = ${person_id} and p.kind in ('media', 'cover', 'profile_picture')
            and files.count > 0
          order by p.created_at desc, p.id desc limit ${NEWEST.posts}
        ) entry join posts p on p.id = entry.id ${JOIN_ITEM})
      union all
      (select ${row('follow', { person: personJson('follower') })}
        from follows entry join visible_people(${me}) follower on follower.user_id = entry.follower_id
        where entry.following_id = ${person_id}
        order by entry.created_at desc limit ${NEWEST.follow})
    ) activity order by activity.created_at desc, id desc limit ${ACTIVITY_MAX.all}`.execute(db)
  return rows
}
