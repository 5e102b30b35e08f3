import type { Person } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { notBlocked, viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** Whether `mine` is the viewer's side of a conversation with a person who isn't hidden from them. */
export const ofViewer = (viewer: string): RawBuilder<unknown> =>
  sql`mine.user_id = ${viewer}::uuid and ${notBlocked(viewerId(viewer), 'mine.other_id')}`

/** Returns a person, or undefined if they are hidden from the viewer. */
export const selectOther = async (db: Db, viewer: string, user_id: string): Promise<Person | undefined> => {
  const { rows } = await sql<{ person: Person }>`
    select ${personJson('who')} as person from visible_people(${viewerId(viewer)}) who
    where who.user_id = ${user_id}`.execute(db)
  return rows[0]?.person
}
