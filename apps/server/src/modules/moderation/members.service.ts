import type { ModeratedPerson } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { selectMembers } from './members.queries.ts'

const MAX_MEMBERS = 20

/** The best matching members. */
export const findMembers = async (db: Db, q: string): Promise<{ items: ModeratedPerson[] }> => ({
  items: await selectMembers(db, q, MAX_MEMBERS),
})
