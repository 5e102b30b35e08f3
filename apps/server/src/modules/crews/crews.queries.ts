import type { Crew, CrewSummary } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** A person's role in a crew. */
export type Role = Crew['role']

/** Returns a person's crews sorted by name, each with the number of members they can see. */
export async function selectCrews(db: Db, user_id: string): Promise<CrewSummary[]> {
  const { rows } = await sql<CrewSummary>`
    select c.id, c.name, m.role, (select count(*)::int
      from crew_members other join visible_people(${viewerId(user_id)}) who on who.user_id = other.user_id
      where other.crew_id = c.id) as members_count
    from crew_members m join crews c on c.id = m.crew_id
    where m.user_id = ${user_id} order by nollie_normalize(c.name), c.id`.execute(db)
  return rows
}

/** Returns a crew with the members that the viewer can see; undefined if the viewer isn't a member. */
export async function selectCrew(
  db: Db,
  viewer: string,
  id: string,
): Promise<Omit<Crew, 'invited'> | undefined> {
  const me = viewerId(viewer)
  // Includes people the owner blocks, so that they can be removed. Omits their photo, which a block hides.
  const { rows } = await sql<Omit<Crew, 'invited'>>`
    select c.id, c.name, mine.role, ${moment('c.created_at')} as created_at,
      mine.role = 'owner' and c.hidden_name is not null as is_name_hidden, (
      select coalesce(json_agg(json_build_object('user', case
          when seen.user_id is not null then ${personJson('who')}::jsonb
          else ${personJson('who')}::jsonb || '{"avatar_url": null}' end,
        'role', m.role, 'joined_at', ${moment('m.joined_at')}) order by m.role = 'owner' desc, m.joined_at, m.user_id), '[]')
      from crew_members m join unblocking_people(${me}) who on who.user_id = m.user_id
        left join visible_people(${me}) seen on seen.user_id = m.user_id
      where m.crew_id = c.id and (seen.user_id is not null or mine.role = 'owner')) as members
    from crews c join crew_members mine on mine.crew_id = c.id and mine.user_id = ${viewer}
    where c.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns a person's role in a crew; undefined for nonmembers. */
export async function findRole(db: Db, user_id: string, crew_id: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('crew_members')
    .select('role')
    .where('crew_id', '=', crew_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.role
}

/** Locks a crew until the end of the transaction. Returns false if it doesn't exist. */
export async function lockCrew(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('crews').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** Waits for concurrent deletions of the crew and removals of members, and blocks new ones during this transaction. */
export async function waitForCrew(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('crews').select('id').where('id', '=', id).forKeyShare().execute()
}

/** Returns the number of a person's crews, and locks it until the end of the transaction. */
export async function lockCountOf(tx: Tx, user_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crews ${user_id}`}, 0))`.execute(tx)
  const { n } = await tx
    .selectFrom('crew_members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return n
}

/** Inserts a crew and its owner. */
export async function insertCrew(
  tx: Tx,
  crew: { id: string; name: string; named_by: string },
): Promise<void> {
  await tx.insertInto('crews').values(crew).execute()
  await tx
    .insertInto('crew_members')
    .values({ crew_id: crew.id, user_id: crew.named_by, role: 'owner' })
    .execute()
}

/** Whether moderators have hidden this crew name, in any spelling. */
export async function isHiddenName(tx: Tx, id: string, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from crews where id = ${id} and nollie_normalize(hidden_name) = nollie_normalize(${name})`.execute(
    tx,
  )
  return rows.length > 0
}

/** Renames a crew. */
export async function updateName(tx: Tx, id: string, name: string, named_by: string): Promise<void> {
  await tx.updateTable('crews').set({ name, named_by, hidden_name: null }).where('id', '=', id).execute()
}

/** Deletes a crew. Content shared with it becomes private. */
export async function deleteCrew(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('crews').where('id', '=', id).execute()
}

/** Returns all members of a crew, including hidden people. */
export async function selectMemberIds(tx: Tx, crew_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('crew_members')
    .select('user_id')
    .where('crew_id', '=', crew_id)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Adds a member. */
export async function insertMember(tx: Tx, crew_id: string, user_id: string): Promise<void> {
  await tx.insertInto('crew_members').values({ crew_id, user_id }).execute()
}

/** Removes a member. The database makes their shared content private, and picks a new owner if necessary. */
export async function deleteMember(tx: Tx, crew_id: string, user_id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('crew_members')
    .where('crew_id', '=', crew_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Transfers ownership to another member. */
export async function changeOwner(tx: Tx, crew_id: string, from: string, to: string): Promise<void> {
  const change = (role: Role, user_id: string) =>
    tx
      .updateTable('crew_members')
      .set({ role })
      .where('crew_id', '=', crew_id)
      .where('user_id', '=', user_id)
      .execute()
  await change('member', from)
  await change('owner', to)
}

/** Returns the ids of a person's crews. */
export async function selectCrewIds(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('crew_members')
    .select('crew_id')
    .where('user_id', '=', user_id)
    .orderBy('crew_id')
    .execute()
  return rows.map(({ crew_id }) => crew_id)
}

/** Placeholder for a hidden crew name. Like names, it's the same in every language. */
const NAMELESS = 'Crew'

/** Hides a crew's name until it's renamed. Returns false if the crew doesn't exist or its name is already hidden. */
export async function hideName(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('crews')
    .set((eb) => ({ hidden_name: eb.ref('name'), name: NAMELESS }))
    .where('id', '=', id)
    .where('hidden_name', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Restores a crew's hidden name. Returns false if the crew has been renamed since. */
export async function showName(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update crews set name = hidden_name, hidden_name = null where id = ${id} and hidden_name is not null
    returning id`.execute(tx)
  return rows.length > 0
}
