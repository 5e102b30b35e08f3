import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { isNotMuted } from '../mutes/index.ts'

/** Returns the email address of a person who wants the weekly email and is allowed to read it; undefined otherwise. */
export async function findReceiver(db: Db, user_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('digest_settings as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .innerJoin('profiles as p', 'p.user_id', 'n.user_id')
    .select('u.email')
    .where('n.user_id', '=', user_id)
    .where('n.digest_due_at', 'is not', null)
    .where('p.is_hidden', '=', false)
    .executeTakeFirst()
  return row?.email
}

/** A person's week: activity on their posts, new spots near ones they saved, and posts by people they follow. */
export type Week = {
  sums: { likes: number; comments: number; followers: number }
  /** The person's posts with the most likes and comments in the period. */
  own: { id: string; title: string; likes: number; comments: number }[]
  spots: { id: string; name: string; city: string | null }[]
  followed: { id: string; title: string; name: string }[]
}

type Time = { user_id: string; since: string; until: string }

const OWN_SHOWN = 3
const SPOTS_SHOWN = 5
const FOLLOWED_SHOWN = 5

function within(column: string, { since, until }: Time) {
  return sql`${sql.ref(column)} >= ${since}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz`
}

// Activity by other people on visible posts, excluding people that the recipient can't see.
async function selectOwn(db: Db, time: Time) {
  const me = viewerId(time.user_id)
  const byOthers = (row: string) =>
    sql`${sql.ref(`${row}.user_id`)} <> ${me} and ${within(`${row}.created_at`, time)}`
  const { rows } = await sql<Week['own'][number]>`
    select p.id, p.title, likes.count as likes, comments.count as comments
    from visible_posts(${me}) p
    cross join lateral (
      select count(*)::int from likes l join visible_people(${me}) who on who.user_id = l.user_id
      where l.post_id = p.id and ${byOthers('l')}
    ) likes
    cross join lateral (
      select count(*)::int from comments_by_visible_people(${me}) c where c.post_id = p.id and ${byOthers('c')}
    ) comments
    where p.user_id = ${me} and likes.count + comments.count > 0
    order by likes.count + comments.count desc, p.id desc`.execute(db)
  return rows
}

async function countFollowers(db: Db, time: Time): Promise<number> {
  const me = viewerId(time.user_id)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from follows f join visible_people(${me}) who on who.user_id = f.follower_id
    where f.following_id = ${me} and ${within('f.created_at', time)}`.execute(db)
  return rows[0]?.count ?? 0
}

async function selectSpots(db: Db, time: Time) {
  const { rows } = await sql<Week['spots'][number]>`
    select s.id, s.name, s.city
    from spots_near near join visible_new_spots(${viewerId(time.user_id)}) s on s.id = near.spot_id
    where near.user_id = ${time.user_id} and ${within('near.added_at', time)}
    order by s.created_at desc, s.id desc limit ${SPOTS_SHOWN}`.execute(db)
  return rows
}

async function selectFollowed(db: Db, time: Time) {
  const me = viewerId(time.user_id)
  const { rows } = await sql<Week['followed'][number]>`
    select p.id, p.title, coalesce(who.full_name, who.username) as name
    from follows f
    join visible_posts(${me}) p on p.user_id = f.following_id and ${within('p.created_at', time)}
    join profiles who on who.user_id = p.user_id
    cross join lateral (select sum(item.like_count)::int as likes from post_media item where item.post_id = p.id) counted
    where f.follower_id = ${me} and counted.likes > 0 and ${isNotMuted(me, sql`p.user_id`)}
    order by counted.likes desc, p.id desc limit ${FOLLOWED_SHOWN}`.execute(db)
  return rows
}

function computeSum(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

/** Returns a person's {@link Week}. */
export async function selectWeek(db: Db, time: Time): Promise<Week> {
  const own = await selectOwn(db, time)
  return {
    sums: {
      likes: computeSum(own.map(({ likes }) => likes)),
      comments: computeSum(own.map(({ comments }) => comments)),
      followers: await countFollowers(db, time),
    },
    own: own.slice(0, OWN_SHOWN),
    spots: await selectSpots(db, time),
    followed: await selectFollowed(db, time),
  }
}
