import { sql } from 'kysely'
import type { Tx } from './open.ts'

/**
 * Locks a person's account until the transaction ends. A transaction that writes several of a person's sessions, tokens,
 * factors, links, or ways to sign in takes this lock before the first of them. Such transactions then wait for each
 * other here and never deadlock. Rows that refer to the person can still be inserted.
 */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await sql`select from users where id = ${id} for no key update`.execute(tx)
}

/**
 * Like {@link lockUser}, but also waits for inserts of rows that refer to the person. For a transaction that deletes the
 * account or changes its email address or username, because a stronger lock taken later could deadlock.
 */
export async function lockUserAndKeys(tx: Tx, id: string): Promise<void> {
  await sql`select from users where id = ${id} for update`.execute(tx)
}
