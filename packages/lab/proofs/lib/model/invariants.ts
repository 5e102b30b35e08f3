import { sql } from 'kysely'
import type { TestApp } from '../../../../../apps/server/test/world/app.ts'
import { commentsCounted } from '../../../../../apps/server/test/world/wait-for-counts.ts'
import { keysIn } from '../../../../../apps/server/test/world/stored-keys.ts'
import { rollUpPersonCounts } from '../../../../../apps/server/src/modules/follows/person-counts-rollup.queries.ts'

// Invariants that always apply to all rows. Each query returns the rows that violate one.
const HOLDS = {
  'likes of an item': sql`select pm.post_id as id from post_media pm
    left join (select post_id, media_index, count(*) as n from likes group by 1, 2) rows using (post_id, media_index)
    left join (select post_id, media_index, sum(delta) as n from counter_delta where counter = 'like' group by 1, 2) queued
      using (post_id, media_index)
    where pm.like_count + coalesce(queued.n, 0) <> coalesce(rows.n, 0)`,
  'comments on an item': sql`select pm.post_id as id from post_media pm
    left join (select post_id, media_index, count(*) as n from comments where hidden_at is null group by 1, 2) rows
      using (post_id, media_index)
    left join (select post_id, media_index, sum(delta) as n from counter_delta where counter = 'comment' group by 1, 2)
      queued using (post_id, media_index)
    where pm.comment_count + coalesce(queued.n, 0) <> coalesce(rows.n, 0)`,
  'likes of a comment': sql`select id from comments c
    left join (select comment_id, count(*) as n from comment_likes group by 1) rows on rows.comment_id = c.id
    where c.like_count <> coalesce(rows.n, 0)`,
  'numbers of a person': sql`select c.user_id as id from person_counts c
    left join (select user_id, coalesce(sum(delta) filter (where counter = 'spots'), 0) as spots,
        coalesce(sum(delta) filter (where counter = 'posts'), 0) as posts,
        coalesce(sum(delta) filter (where counter = 'followers'), 0) as followers,
        coalesce(sum(delta) filter (where counter = 'following'), 0) as following
      from person_delta group by 1) queued using (user_id)
    left join (select created_by as user_id, count(*) as n from spots where deleted_at is null group by 1) spots
      using (user_id)
    left join (select user_id, count(*) as n from posts where hidden_at is null group by 1) posts using (user_id)
    left join (select following_id as user_id, count(*) as n from follows join profiles p on p.user_id = follower_id
      where not p.is_hidden group by 1) followers using (user_id)
    left join (select follower_id as user_id, count(*) as n from follows join profiles p on p.user_id = following_id
      where not p.is_hidden group by 1) following using (user_id)
    where (c.spots_count + coalesce(queued.spots, 0), c.posts_count + coalesce(queued.posts, 0),
        c.followers_count + coalesce(queued.followers, 0), c.following_count + coalesce(queued.following, 0))
      <> (coalesce(spots.n, 0), coalesce(posts.n, 0), coalesce(followers.n, 0), coalesce(following.n, 0))`,
  'posts without an item': sql`select id from posts p
    where not exists (select from post_media pm where pm.post_id = p.id)`,
  'spots without the post that made them': sql`select id from spots s where created_by is not null
    and not exists (select from posts p where p.spot_id = s.id and p.kind = 'spot')`,
  'covers that nobody may see': sql`select s.id from spots s where s.deleted_at is null and s.cover_media_id is not null
    and not exists (select from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = s.cover_media_id and p.spot_id = s.id and p.hidden_at is null)`,
  'follows across a block': sql`select f.id from follows f join blocks b
    on (b.blocker_id, b.blocked_id) in ((f.follower_id, f.following_id), (f.following_id, f.follower_id))`,
  'notifications of oneself': sql`select id from notifications where from_user_id = user_id`,
  'sessions of people who are hidden': sql`select s.id from sessions s join profiles p using (user_id)
    where p.deletion_requested_at is not null`,
}

async function orphans({ db, jobs, storage }: TestApp): Promise<string[]> {
  // The collector notices a file without a row in one round, and deletes the file in the next.
  for (let round = 0; round < 4; round += 1) await jobs.runTimer('media collector')
  const { rows } = await sql<{
    key: string
    is_used: boolean
  }>`select m.key, exists (select from post_media pm
    where pm.media_id = m.id) as is_used from media m where m.key is not null`.execute(db)
  const keys = new Set(rows.map(({ key }) => key))
  const files = new Set(await keysIn(storage.area('media')))
  return [
    ...rows.filter(({ is_used }) => !is_used).map(({ key }) => `media that nothing uses: ${key}`),
    ...[...keys].filter((key) => !files.has(key)).map((key) => `media without a file: ${key}`),
    ...[...files].filter((key) => !keys.has(key)).map((key) => `a file without media: ${key}`),
  ]
}

/** Lists everything in the tables and files that breaks an invariant, one sentence each. */
export async function brokenInvariants(it: TestApp): Promise<string[]> {
  const broken: string[] = []
  for (const [name, query] of Object.entries(HOLDS)) {
    const { rows } = await sql<{ id: string }>`select id from (${query}) broken limit 5`.execute(it.db)
    for (const { id } of rows) broken.push(`${name}: ${id}`)
  }
  return broken
}

/**
 * Checks the same invariants after all count queues have been emptied, plus files without rows and rows without files.
 */
export async function brokenAtRest(it: TestApp): Promise<string[]> {
  await commentsCounted(it.db)
  while (await rollUpPersonCounts(it.db));
  return [...(await brokenInvariants(it)), ...(await orphans(it))]
}
