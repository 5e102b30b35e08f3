import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import { aMember } from './spots.ts'

/** Inserts a crew directly into the tables, with its members in the order in which they joined. Returns its id. */
export async function aCrew(
  db: Db,
  owner: string,
  members: readonly string[] = [],
  name = 'Ledge Locals',
): Promise<string> {
  const id = uuid()
  await db.insertInto('crews').values({ id, name, named_by: owner }).execute()
  await db.insertInto('crew_members').values({ crew_id: id, user_id: owner, role: 'owner' }).execute()
  for (const user_id of members)
    await db.insertInto('crew_members').values({ crew_id: id, user_id }).execute()
  return id
}

/** Inserts an invitation to a crew. */
export async function anInvitation(
  db: Db,
  crew_id: string,
  { invited_by, user_id }: { invited_by: string; user_id: string },
): Promise<void> {
  await db.insertInto('crew_invitations').values({ crew_id, user_id, invited_by }).execute()
}

/** Inserts an invitation that has expired. Returns its crew's id. */
export async function anEndedInvitation(db: Db, invited_by: string): Promise<string> {
  const [crew_id, user_id] = [await aCrew(db, invited_by), await aMember(db, 'invited')]
  const created_at = new Date(Date.now() - 31 * 86_400_000)
  await db.insertInto('crew_invitations').values({ crew_id, user_id, invited_by, created_at }).execute()
  return crew_id
}
