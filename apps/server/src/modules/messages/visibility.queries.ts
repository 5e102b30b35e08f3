import type { Person } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** Returns a person, or undefined if they are hidden from the viewer. */
export async function selectOther(db: Db, viewer: string, user_id: string): Promise<Person | undefined> {
  const { rows } = await sql<{ person: Person }>`
    select ${personJson('who')} as person from visible_people(${viewerId(viewer)}) who
    where who.user_id = ${user_id}`.execute(db)
  return rows[0]?.person
}
