import type { ModeratedPerson } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { selectMembers } from './members.queries.ts'

const MAX_MEMBERS = 20

/** Returns the members that match best. */
export async function findMembers(db: Db, q: string): Promise<{ items: ModeratedPerson[] }> {
  return {
    items: await selectMembers(db, q, MAX_MEMBERS),
  }
}
