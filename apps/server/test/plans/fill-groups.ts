import { sql } from 'kysely'
import { ROLES, type Role } from '../../../../packages/lab/bench/world/sizes.ts'
import type { Db } from '../../src/db/open.ts'

function selectAccount(role: Role) {
  return sql`(select id from users where email = ${`s${ROLES[role]}@nollie.example`})`
}

/** Ids for calls about crews, stewards, and lists. */
export type Groups = Record<'crew' | 'stewarded' | 'list', string>

const CREWS = 400
const MEMBERS = 20
const OF_CREW = 60
const LISTS = 500
const ON_LIST = 200
const AREAS = 600
const OPEN = 300

// Adds crews of about 20 members, 20 of them with `friendly`. Some posts and spots are only for a crew.
async function fillCrews(db: Db): Promise<void> {
  await sql`
    insert into crews (id, name, named_by)
    select gen_random_uuid(), 'Crew ' || n, ${selectAccount('friendly')} from generate_series(1, ${CREWS}::int) n`.execute(
    db,
  )
  await sql`
    insert into crew_members (crew_id, user_id, role)
    select c.id, person.id, case when person.slot = 1 then 'owner' else 'member' end
    from (select id, row_number() over (order by name) as n from crews) c
    cross join lateral (
      select all_people.id, row_number() over () as slot from (
        select ${selectAccount('friendly')} as id where c.n <= 20
        union all (select u.id from users u order by u.id offset c.n * 10 limit ${MEMBERS})) all_people) person
    on conflict do nothing`.execute(db)
  await sql`
    with mine as (
      select m.crew_id, m.user_id, row_number() over (order by c.name, m.user_id) as n
      from crew_members m join crews c on c.id = m.crew_id where c.name < 'Crew 2')
    update posts set audience = 'crew', crew_id = mine.crew_id, user_id = mine.user_id, is_counted = false
    from (select id, row_number() over (order by created_at desc) as n from posts where spot_id is null and kind in ('media', 'text')
      offset 200 limit ${OF_CREW * 20}) own join mine on mine.n = 1 + own.n % 200
    where posts.id = own.id`.execute(db)
  await sql`
    with mine as (
      select m.crew_id, m.user_id, row_number() over (order by c.name, m.user_id) as n
      from crew_members m join crews c on c.id = m.crew_id where c.name < 'Crew 2')
    update spots set audience = 'crew', crew_id = mine.crew_id, created_by = mine.user_id
    from (select id, row_number() over (order by id) as n from spots
      where id not in (select spot_id from posts where spot_id is not null) limit ${OF_CREW * 5}) own
      join mine on mine.n = 1 + own.n % 200
    where spots.id = own.id`.execute(db)
}

async function fillLists(db: Db): Promise<void> {
  await sql`
    insert into lists (id, user_id, name, visibility)
    select gen_random_uuid(), case when n <= 100 then ${selectAccount('friendly')} else person.id end, 'List ' || n,
      (array['private', 'public'])[1 + n % 2]
    from generate_series(1, ${LISTS}::int) n
    join (select id, row_number() over (order by id) as n from users) person using (n)`.execute(db)
  await sql`
    insert into list_spots (list_id, spot_id, position)
    select l.id, s.id, s.position from (select id, row_number() over (order by name) as n from lists) l
    cross join lateral (select id, row_number() over () as position from spots where deleted_at is null
      order by id offset l.n * 7 limit ${ON_LIST}) s`.execute(db)
}

// Adds areas half a degree wide all over the world. `friendly` stewards the ones around the spot with the most posts.
async function fillAreas(db: Db, spot_id: string): Promise<void> {
  await sql`
    insert into steward_areas (id, name, shape)
    select gen_random_uuid(), 'Area ' || n, polygon(box(point(x, y), point(x + 0.5, y + 0.5)))
    from generate_series(1, ${AREAS}::int) n cross join lateral (select (n * 7919 % 355) - 178 as x, (n * 104729 % 130) - 60 as y) at`.execute(
    db,
  )
  await sql`
    insert into steward_areas (id, name, shape)
    select gen_random_uuid(), 'Near ' || n, polygon(box(point(s.longitude - 0.1 * n, s.latitude - 0.1 * n),
      point(s.longitude + 0.1 * n, s.latitude + 0.1 * n)))
    from generate_series(1, 3) n, spots s where s.id = ${spot_id}`.execute(db)
  await sql`
    insert into area_stewards (area_id, user_id)
    select area.id, person.id from (select id, row_number() over (order by name) as n from steward_areas) area
    join (select id, row_number() over (order by id) as n from users) person on person.n between area.n * 3 and area.n * 3 + 2
    union select id, ${selectAccount('friendly')} from steward_areas where name like 'Near %'`.execute(db)
  await sql`
    insert into area_follows (area_id, user_id)
    select id, ${selectAccount('friendly')} from steward_areas order by name desc limit 30`.execute(db)
  await sql`
    insert into bulletins (id, area_id, user_id, content, starts_at, ends_at)
    select gen_random_uuid(), area_id, user_id, 'Cleanup', now() - interval '1 day', now() + interval '9 days'
    from area_stewards`.execute(db)
}

// Adds open tasks for stewards, at spots all over the world.
async function fillWork(db: Db): Promise<void> {
  await sql`
    insert into report_cases (id, kind, spot_id, owner_id, words, reports_count)
    select gen_random_uuid(), 'spot', id, created_by, name, 1 from spots where deleted_at is null order by id limit ${OPEN}`.execute(
    db,
  )
  await sql`
    insert into fact_suggestions (id, spot_id, user_id, fields, patch)
    select gen_random_uuid(), id, created_by, '{water}', '{"water": true}' from spots
    where deleted_at is null order by id desc limit ${OPEN}`.execute(db)
  await sql`
    with decided as (
      insert into report_cases (id, kind, spot_id, owner_id, words, status)
      select gen_random_uuid(), 'spot', id, created_by, name, 'closed' from spots where deleted_at is null limit ${OPEN}
      returning id
    ), decision as (
      insert into moderation_decisions (id, case_id, action, reason, as_steward)
      select gen_random_uuid(), id, 'settle', 'I was there.', true from decided returning id
    )
    insert into appeals (decision_id, words) select id, 'No.' from decision`.execute(db)
  await sql`
    insert into twin_pairs (spot_id, other_id, likeness, metres)
    select a.id, b.id, random() * 5, 10 from (select id, row_number() over (order by id) as n from spots) a
    join (select id, row_number() over (order by id) as n from spots) b on b.n = a.n + 1`.execute(db)
  await sql`
    insert into spot_merges (id, spot_id, from_id, merged_by, audience, taken)
    select gen_random_uuid(), spot_id, other_id, null, 'everybody', '{}' from twin_pairs limit 500`.execute(
    db,
  )
}

// Adds so many blocks that no query should read all of them. The people with roles already have blocks.
async function fillBlocks(db: Db): Promise<void> {
  await sql`
    insert into blocks (blocker_id, blocked_id)
    select a.id, b.id from (select id, row_number() over (order by id) as n from users where email ~ '^s[0-9]{3,}@') a
    join (select id, row_number() over (order by id desc) as n from users where email ~ '^s[0-9]{3,}@') b on a.n = b.n and a.id <> b.id
    on conflict do nothing`.execute(db)
}

/** Adds crews, lists, areas with open tasks, and duplicates to a world. Turns triggers off, as the world does. */
export async function fillGroups(db: Db, spot_id: string): Promise<Groups> {
  await sql`set session_replication_role = replica`.execute(db)
  await fillCrews(db)
  await fillLists(db)
  await fillAreas(db, spot_id)
  await fillWork(db)
  await fillBlocks(db)
  await sql`update profiles set is_admin = true where user_id = ${selectAccount('quiet')}`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<Groups>`
    select (select m.crew_id from crew_members m join posts p on p.crew_id = m.crew_id where m.user_id = ${selectAccount('friendly')}
        group by 1 order by count(*) desc limit 1) as crew,
      (select id from steward_areas where name = 'Near 1') as stewarded,
      (select id from lists where user_id = ${selectAccount('friendly')} order by id limit 1) as list`.execute(
    db,
  )
  if (!rows[0]) throw new Error('nobody is in a crew')
  return rows[0]
}
