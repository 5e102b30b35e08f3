import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'

/**
 * Delays the largest variants of all photos, by locking another pending photo so that no worker can claim it. Returns a
 * function that ends the delay. Always call it.
 */
export async function largestWait(db: Db): Promise<() => Promise<void>> {
  const id = uuid()
  await db
    .insertInto('media')
    .values({
      id,
      owner_id: null,
      type: 'image',
      status: 'processing',
      bytes: 1,
      key: 'a'.repeat(26),
      due_at: sql<string>`now() + interval '1 second'`,
    })
    .execute()
  const tx = await db.startTransaction().execute()
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await tx.selectFrom('media').select('id').where('id', '=', id).forUpdate().execute()
  await sql`select pg_sleep(1.1)`.execute(tx)
  let isOver = false
  return async () => {
    if (isOver) return
    isOver = true
    await tx.deleteFrom('media').where('id', '=', id).execute()
    await tx.commit().execute()
  }
}
