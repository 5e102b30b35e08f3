import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { peoplePage } from '../apps/server/src/modules/follows/follows.service.ts'
import { selectSuggestions } from '../apps/server/src/modules/people/find.queries.ts'
import { findPeople } from '../apps/server/src/modules/people/find.service.ts'
import { requireProfile } from '../apps/server/src/modules/people/profile.service.ts'
import { quantile, throwAwayCluster, cpuOf } from './map-lib.ts'
import { done, report } from './report.ts'

// People: pages of the lists of a person with very many followers, with true mutual friends, for somebody who follows some
// hundred and for somebody who follows nobody; that person's page; finding people.
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '40000' },
    followers: { type: 'string', default: '20000' },
    friends: { type: 'string', default: '200' },
    times: { type: 'string', default: '20' },
  },
})
const PEOPLE = Number(values.people)
const FOLLOWERS = Number(values.followers)
const FRIENDS = Number(values.friends)

const cluster = await throwAwayCluster()
const db = openDatabase(await cluster.database('people'), { max: 1, statementTimeoutMs: 0 })
const begin = performance.now()
await sql`set session_replication_role = replica`.execute(db)
await sql`create temp table person as select gen_random_uuid() as id, n from generate_series(1, ${PEOPLE}::int) n`.execute(
  db,
)
await sql`insert into users (id, name, email, username)
  select id, 'Skater ' || n, 's' || n || '@nollie.example', 'skater' || n from person`.execute(db)
await sql`insert into profiles (user_id, username, full_name)
  select id, 'skater' || n, md5(n::text) || ' ' || n from person`.execute(db)
await sql`insert into person_counts (user_id) select id from person`.execute(db)
// 1 is the star, 2 looks and has friends, 3 looks and has none.
await sql`insert into follows (id, follower_id, following_id)
  select gen_random_uuid(), fan.id, star.id from person star join person fan on fan.n > 3 and fan.n <= 3 + ${FOLLOWERS}::int
  where star.n = 1`.execute(db)
await sql`insert into follows (id, follower_id, following_id)
  select gen_random_uuid(), me.id, friend.id from person me join person friend on friend.n > 3
    and friend.n <= 3 + ${FRIENDS}::int where me.n = 2`.execute(db)
await sql`insert into follows (id, follower_id, following_id)
  select gen_random_uuid(), friend.id, whom.id from person friend cross join generate_series(1, 200) i
  join person whom on whom.n = 4 + (friend.n * 7919::bigint + i * 104729::bigint) % (${PEOPLE}::int - 4)
  where friend.n > 3 and friend.n <= 3 + ${FRIENDS}::int and friend.n <> whom.n on conflict do nothing`.execute(
  db,
)
await sql`set session_replication_role = origin`.execute(db)
await sql`vacuum analyze`.execute(db)
console.log(
  `... ${PEOPLE} people, ${FOLLOWERS} followers made in ${((performance.now() - begin) / 1000).toFixed(0)} s`,
)
const { rows: first } = await sql<{ id: string }>`select id from person order by n limit 3`.execute(db)
const [star = '', friendly = '', alone = ''] = first.map(({ id }) => id)
const { rows: pids } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
const pid = pids[0]?.pid ?? 0

const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  const took: number[] = []
  for (let i = -3; i < Number(values.times); i += 1) {
    const one = await cpuOf(pid, work)
    if (i >= 0) took.push(one.took)
  }
  report({
    name: `${name}, database CPU p95`,
    value: quantile(took, 0.95),
    unit: 'ms',
    detail: `p50 ${quantile(took, 0.5).toFixed(1)} ms`,
  })
}

const list = { user_id: star, kind: 'followers' as const }
for (const [who, viewer] of [
  [`a viewer with ${FRIENDS} friends`, friendly],
  ['a viewer with none', alone],
] as const) {
  await measure(`followers, first page, ${who}`, () => peoplePage(db, viewer, list, undefined))
  let cursor: string | undefined
  for (let page = 0; page < 40; page += 1)
    cursor = (await peoplePage(db, viewer, list, cursor)).next_cursor ?? undefined
  await measure(`followers, page 41, ${who}`, () => peoplePage(db, viewer, list, cursor))
  await measure(`page of the person, ${who}`, () => requireProfile(db, viewer, star))
}
await measure('search by a beginning', () => findPeople(db, friendly, { q: 'skater12' }))
await measure('search by a part', () => findPeople(db, friendly, { q: 'a3f' }))
await measure('suggestions', () => selectSuggestions(db, friendly, { near: null, fill: 'new', limit: 20 }))
await db.destroy()
await done()
