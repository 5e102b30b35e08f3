import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

// Changing a list requires its complete order, including spots its owner can't see. These are never displayed.

/** Returns the ids of all spots in a list, in order. */
export async function selectOrder(tx: Tx, list_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('list_spots')
    .select('spot_id')
    .where('list_id', '=', list_id)
    .orderBy('position')
    .orderBy('added_at')
    .orderBy('spot_id')
    .execute()
  return rows.map(({ spot_id }) => spot_id)
}

/** Adds a spot to the end of a list. */
export async function appendSpot(tx: Tx, list_id: string, spot_id: string): Promise<void> {
  await tx
    .insertInto('list_spots')
    .values({
      list_id,
      spot_id,
      note: null,
      position: sql<number>`(select coalesce(max(position) + 1, 0) from list_spots where list_id = ${list_id})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores a list's order. */
export async function writeOrder(tx: Tx, list_id: string, spot_ids: readonly string[]): Promise<void> {
  await sql`
    update list_spots set position = wanted.ordinal - 1
    from unnest(${spot_ids}::uuid[]) with ordinality wanted (id, ordinal)
    where list_id = ${list_id} and spot_id = wanted.id and position <> wanted.ordinal - 1`.execute(tx)
}

/** Updates a spot's note in a list. Returns false if the spot isn't in the list. */
export async function writeNote(
  tx: Tx,
  list_id: string,
  spot_id: string,
  note: string | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('list_spots')
    .set({ note })
    .where('list_id', '=', list_id)
    .where('spot_id', '=', spot_id)
    .returning('spot_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a spot from a list. Returns false if it isn't in the list. */
export async function deleteSpot(tx: Tx, list_id: string, spot_id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('list_spots')
    .where('list_id', '=', list_id)
    .where('spot_id', '=', spot_id)
    .returning('spot_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the people with access to a list: its owner, and the crew it's shared with. */
export async function selectPeopleOfList(tx: Tx, list_id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select l.user_id from lists l where l.id = ${list_id}
    union select member.user_id from lists l join crew_members member on member.crew_id = l.crew_id
    where l.id = ${list_id}
      and exists (select from editable_lists(member.user_id) editable where editable.id = l.id offset 0)`.execute(
    tx,
  )
  return rows.map(({ user_id }) => user_id)
}

/**
 * Returns people with access to a crew's list who can see both the new spot and the person who added it. Excludes that
 * person. Empty for lists that aren't shared with a crew.
 */
export async function selectOthersOfList(
  tx: Tx,
  { list_id, spot_id, by }: { list_id: string; spot_id: string; by: string },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select member.user_id from lists l join crew_members member on member.crew_id = l.crew_id
    where l.id = ${list_id} and member.user_id <> ${by} and l.hidden_at is null
      and exists (select from editable_lists(member.user_id) editable where editable.id = l.id offset 0)
      and exists (select from visible_spots(member.user_id) s where s.id = ${spot_id} offset 0)
      and exists (select from visible_people(member.user_id) adds where adds.user_id = ${by} offset 0)
      and exists (select from visible_people(member.user_id) self where self.user_id = member.user_id offset 0)
    order by member.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
