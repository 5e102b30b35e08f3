import type { ImportArea } from '@nollie/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Tx } from '../../src/db/open.ts'
import type { Actor } from '../actors/actor.ts'
import type { TestApp } from './app.ts'
import { lockAwaited } from './lock-awaited.ts'
import { until } from './until.ts'

/** Starts an import of a file with its current preview. */
export async function importNow(admin: Actor, file_id: string): Promise<ImportArea> {
  const { version } = await admin.getImportFile(file_id)
  return admin.startImportFile(file_id, { version })
}

/** Starts an import of a file, and cancels it when exactly one part is stored. Returns its id. */
export async function cancelsAfterOnePart({ db }: TestApp, admin: Actor, file_id: string): Promise<string> {
  const claims = async (tx: Tx) => {
    // On a slow machine, the worker's part takes longer than the limits of a session.
    await sql`select set_config(name, '0', true) from unnest(array['lock_timeout', 'statement_timeout',
      'idle_in_transaction_session_timeout']) name`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('nollie_import_areas'))`.execute(tx)
  }
  let second = Promise.resolve()
  const id = await db.transaction().execute(async (first) => {
    await claims(first)
    const area = await importNow(admin, file_id)
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
