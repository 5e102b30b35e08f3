import type { Profile } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { joinCounts } from '../follows/index.ts'
import { personJson } from '../profiles/index.ts'

/** Maximum number of mutual friends named on a profile. */
const MAX_NAMED = 3

/** Returns a profile for a viewer. Undefined if either has blocked the other. */
export async function selectProfile(
  db: Db,
  viewer: string,
  user_id: string,
): Promise<Omit<Profile, 'bio_mentions'> | undefined> {
  const me = viewerId(viewer)
  const { rows } = await sql<Omit<Profile, 'bio_mentions'>>`
    select who.user_id, who.username, who.full_name, who.avatar_url, who.bio, who.instagram_url, who.home_town,
      who.is_admin,
      who.avatar_media_id, counts.*, who.version, follow.*,
      exists (select from mutes m where m.muter_id = ${me} and m.muted_id = who.user_id) as muted,
      (select json_build_object('count', count(*), 'people',
          coalesce(json_agg(friend.person order by friend.position) filter (where friend.position <= ${MAX_NAMED}), '[]'))
        from (
          select ${personJson('p')} as person, row_number() over (order by p.sort_name, p.user_id) as position
          from mutual_friends(${me}, who.user_id) mine
          cross join lateral (select p.* from profiles p where p.user_id = mine.user_id offset 0) p
          where who.user_id <> ${me}
        ) friend) as mutual,
      ${moment('who.created_at')} as created_at, ${moment('who.updated_at')} as updated_at
    from visible_people(${me}) who ${joinCounts(me, 'who.user_id')}
      cross join lateral follows_between(${me}, who.user_id) follow
    where who.user_id = ${user_id}`.execute(db)
  return rows[0]
}

/** Finds the photo in a person's own profile picture post, if the post is visible and the photo is ready. */
export async function findOwnPicture(
  db: Db,
  user_id: string,
  post_id: string,
): Promise<{ id: string; key: string } | undefined> {
  const row = await db
    .selectFrom('posts as p')
    .innerJoin('post_media as pm', 'pm.post_id', 'p.id')
    .innerJoin('media as m', 'm.id', 'pm.media_id')
    .select(['m.id', 'm.key'])
    .where('p.id', '=', post_id)
    .where('p.user_id', '=', user_id)
    .where('p.kind', '=', 'profile_picture')
    .where('p.hidden_at', 'is', null)
    .where('m.status', '=', 'ready')
    .where('m.type', '=', 'image')
    .executeTakeFirst()
  return row?.key ? { id: row.id, key: row.key } : undefined
}
