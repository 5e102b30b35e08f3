import type { List } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'
import { knownSpots } from './visibility.queries.ts'

/** SQL that joins a summary of the spots of list `l` as `spots`. */
function joinSpots(me: ViewerInSql) {
  return sql`cross join lateral list_summary(${me}, l.id) spots`
}

/** SQL for the contract's List. The statement joins lists as `l`, their owners as `owner`, and {@link joinSpots}. */
function listJson(me: ViewerInSql): RawBuilder<List> {
  return sql<List>`json_build_object(
  'id', l.id, 'owner', ${personJson('owner')}, 'is_own', coalesce(l.user_id = ${me}, false), 'name', l.name,
  'description', l.description, 'visibility', l.visibility,
  'crew', (select json_build_object('id', crew.id, 'name', crew.name) from crews crew where crew.id = l.crew_id), 'link', case when l.user_id = ${me} then l.link end,
  'is_hidden', l.hidden_at is not null,
  'spots_count', spots.count, 'photo', spots.photo,
  'updated_at', ${moment('l.updated_at')})`
}

/** Returns a list for a viewer. The caller must have checked access. */
export async function selectList(db: Db, viewer: string | null, id: string): Promise<List> {
  const { rows } = await sql<{ list: List }>`
    select ${listJson(viewerId(viewer))} as list from lists l join profiles owner on owner.user_id = l.user_id
      ${joinSpots(viewerId(viewer))}
    where l.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('a new list is missing in the transaction that created it')
  return rows[0].list
}

/** Returns a person's lists and their crews' lists, most recently changed first, and whether each contains a spot. */
export async function selectOwnLists(
  db: Db,
  user_id: string,
  spot_id: string | null,
): Promise<(List & { has_spot: boolean })[]> {
  const me = viewerId(user_id)
  const { rows } = await sql<{ list: List; has_spot: boolean }>`
    select ${listJson(me)} as list, exists (select from list_spots named
        where named.list_id = l.id and named.spot_id = ${spot_id}::uuid
          and not exists (select from withheld_spots(${me}) withheld where withheld.id = named.spot_id offset 0)) as has_spot
    from editable_lists(${me}) l join profiles owner on owner.user_id = l.user_id ${joinSpots(me)}
    order by l.updated_at desc, l.id desc`.execute(db)
  return rows.map(({ list, has_spot }) => ({ ...list, has_spot }))
}

/** Returns a person's public lists, most recently changed first. */
export async function selectPublicLists(db: Db, viewer: string, user_id: string): Promise<List[]> {
  const me = viewerId(viewer)
  const { rows } = await sql<{ list: List }>`
    select ${listJson(me)} as list from visible_lists(${me}) l join visible_people(${me}) owner on owner.user_id = l.user_id
      ${joinSpots(me)}
    where l.user_id = ${user_id} and l.visibility = 'public' and l.hidden_at is null
    order by l.updated_at desc, l.id desc`.execute(db)
  return rows.map(({ list }) => list)
}

/** A list's own data about a spot, in addition to the spot's card. */
export type ItemRow = { spot_id: string; note: string | null; added_at: string }

/** Returns a list's spots that a viewer can see, in order, including deleted ones. */
export async function selectItems(db: Db, viewer: string | null, list_id: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ls.spot_id, ls.note, ${moment('ls.added_at')} as added_at from list_spots ls
    where ls.list_id = ${list_id}
      and not exists (select from withheld_spots(${viewerId(viewer)}) withheld where withheld.id = ls.spot_id offset 0)
    order by ls.position, ls.added_at, ls.spot_id`.execute(db)
  return rows
}

/** Returns the number of a person's or crew's lists, and locks it until the end of the transaction. */
export async function lockCount(tx: Tx, whose: 'user_id' | 'crew_id', id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lists ${id}`}, 0))`.execute(tx)
  const { n } = await tx
    .selectFrom('lists')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(whose, '=', id)
    .executeTakeFirstOrThrow()
  return n
}

type NewRow = {
  id: string
  user_id: string
  name: string
  description: string | null
  visibility: List['visibility']
  link: string | null
  crew_id: string | null
  hidden_at?: string | null
}

/** Inserts an empty list. */
export async function insertList(tx: Tx, row: NewRow): Promise<void> {
  await tx.insertInto('lists').values(row).execute()
}

/** Copies the spots that a person can see from one list to an empty one. */
export async function copySpots(
  tx: Tx,
  viewer: string,
  { from, to, withNotes }: { from: string; to: string; withNotes: boolean },
): Promise<void> {
  await sql`
    insert into list_spots (list_id, spot_id, position, note)
    select ${to}::uuid, ls.spot_id, row_number() over (order by ls.position, ls.added_at, ls.spot_id) - 1,
      case when ${withNotes} then ls.note end
    from ${knownSpots(viewerId(viewer), sql`${from}::uuid`)}`.execute(tx)
}

type Locked = Pick<NewRow, 'name' | 'visibility' | 'link' | 'crew_id'>

/** Locks a list until the end of the transaction; undefined if it doesn't exist. */
export function lockList(tx: Tx, id: string): Promise<Locked | undefined> {
  return tx
    .selectFrom('lists')
    .select(['name', 'visibility', 'link', 'crew_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns a list's link, and prevents the list's deletion until the transaction ends; undefined if it doesn't exist. */
export function lockLink(tx: Tx, id: string): Promise<Pick<NewRow, 'link'> | undefined> {
  return tx.selectFrom('lists').select('link').where('id', '=', id).forKeyShare().executeTakeFirst()
}

type Changes = Partial<Pick<NewRow, 'name' | 'description' | 'visibility' | 'link' | 'crew_id'>>

/** Updates a list, or records that its spots changed. */
export async function updateList(tx: Tx, id: string, changes: Changes): Promise<void> {
  await tx
    .updateTable('lists')
    .set({ ...changes, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Hides a list from everyone except its owner, or shows it again. Returns false if nothing changed or the list doesn't
 * exist.
 */
export async function setListHidden(tx: Tx, id: string, hidden: boolean): Promise<boolean> {
  const row = await tx
    .updateTable('lists')
    .set({ hidden_at: hidden ? sql<string>`now()` : null })
    .where('id', '=', id)
    .where('hidden_at', hidden ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns when moderators hid a list (null if visible), and locks the list until the end of the transaction. */
export async function lockHiddenAt(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('lists')
    .select('hidden_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.hidden_at ?? null
}

/**
 * Returns the ID of any list that has the same owner as this one and was hidden at the same time: this list, or a copy.
 */
export async function findHiddenWith(tx: Tx, id: string, hidden_at: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('lists')
    .select('id')
    .where('user_id', '=', (eb) => eb.selectFrom('lists as it').select('it.user_id').where('it.id', '=', id))
    .where('hidden_at', '=', hidden_at)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Deletes a list. Returns false if it doesn't exist. */
export async function deleteList(db: Db, id: string): Promise<boolean> {
  const row = await db.deleteFrom('lists').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}
