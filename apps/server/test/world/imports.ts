import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Tx } from '../../src/db/open.ts'
import type { Actor } from '../actors/actor.ts'
import type { TestApp } from './app.ts'
import { lockAwaited } from './lock-awaited.ts'
import { until } from './until.ts'

/** Starts an import of a file, and cancels it when exactly one part is stored. Returns its id. */
export async function cancelsAfterOnePart({ db }: TestApp, admin: Actor, file_id: string): Promise<string> {
  const claims = async (tx: Tx) =>
    void (await sql`select pg_advisory_xact_lock(hashtext('nollie_import_areas'))`.execute(tx))
  let second = Promise.resolve()
  const id = await db.transaction().execute(async (first) => {
    await claims(first)
    const area = await admin.startImportFile(file_id)
    await lockAwaited(db, 1)
    // Waits behind the worker's first claim, so it comes before the second one.
    second = db.transaction().execute(async (tx) => {
      await claims(tx)
      await until(async () => expect((await admin.getImportArea(area.id)).tiles_done).toBe(1))
      await admin.cancelImportArea(area.id)
    })
    await lockAwaited(db, 2)
    return area.id
  })
  await second
  return id
}
