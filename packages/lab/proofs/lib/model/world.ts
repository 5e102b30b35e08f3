import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { migrate } from '../../../../../apps/server/src/db/migrate.ts'
import { openDatabase } from '../../../../../apps/server/src/db/open.ts'
import { newKey } from '../../../../../apps/server/src/modules/media/file-keys.ts'
import { startEmbeddedPostgres } from '../../../../../apps/server/src/platform/embedded-postgres/index.ts'
import { type Actor, actorFor } from '../../../../../apps/server/test/actors/actor.ts'
import { type TestApp, testApp } from '../../../../../apps/server/test/world/app.ts'
import { insertSession } from '../../../../../apps/server/test/makers/member-rows.ts'
import { makeAdmin, member } from '../../../../../apps/server/test/actors/people.ts'
import type { Cast } from './commands.ts'

/** A server with its own database and a moderator. */
export type World = { it: TestApp; admin: Actor; close: () => Promise<void> }

const quiet = { info: () => {}, error: (message: string) => console.error(message) }

/** Starts a server on the empty database at `DATABASE_URL`, or on a new, temporary one. */
export async function openWorld(databaseUrl = process.env.DATABASE_URL): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-model-'))
  chmodSync(folder, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off' }
  const own = databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: join(folder, 'data'), logger: quiet, settings })
  const url = databaseUrl ?? own?.url ?? ''
  if (own) await migrate(url)
  // A slow, busy machine must not cause timeouts.
  const db = openDatabase(url, { max: 8, statementTimeoutMs: 0 })
  const close = () => db.destroy()
  const media = { unwantedFor: 0, abandonedAfter: 0, orphansEvery: 0, sweepEvery: 3600 }
  const it = await testApp({ checkAnswers: false, media }, { db, url, close, drop: close })
  const admin = actorFor(it, await member(it, 'moderator'))
  await makeAdmin(db, admin.user_id)
  return {
    it,
    admin,
    close: async () => {
      await it.close()
      await own?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends a person's grace period, and deletes the account as the scheduled job does. */
async function endGrace({ db, jobs }: TestApp, user_id: string): Promise<void> {
  await sql`update account_deletions set asked_at = asked_at - interval '60 days', due_at = now() - interval '1 day'
    where user_id = ${user_id}`.execute(db)
  await jobs.runTimer('accounts due for deletion')
}

/** Inserts a processed photo and its file. */
async function photo({ db, dataDir, storage }: TestApp, owner_id: string): Promise<string> {
  const [id, key] = [uuid(), newKey()]
  await db
    .insertInto('media')
    .values({
      id,
      owner_id,
      key,
      type: 'image',
      status: 'ready',
      bytes: 1000,
      width: 1600,
      height: 1200,
      thumbhash: 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==',
    })
    .execute()
  const path = join(dataDir, `${id}.webp`)
  writeFileSync(path, id)
  await storage.area('media').put(`${key}/400.webp`, { path })
  rmSync(path)
  return id
}

/** Creates new people for a sequence, with names that no other sequence in this world uses. */
export async function newCast({ it, admin }: World, name: string, size: number): Promise<Cast> {
  const actors = await Promise.all(
    Array.from({ length: size }, async (_, n) => actorFor(it, await member(it, `${name}.${n}`))),
  )
  const getActor = (who: number): Actor => {
    const found = actors[who]
    if (!found) throw new Error(`nobody is ${who}`)
    return found
  }
  return {
    actors,
    admin,
    photo: (who) => photo(it, getActor(who).user_id),
    renew: async (who) => {
      const found = getActor(who)
      // People with a pending deletion can't sign in.
      const stays = await it.db
        .selectFrom('profiles')
        .select('user_id')
        .where('user_id', '=', found.user_id)
        .where('deletion_requested_at', 'is', null)
        .executeTakeFirst()
      if (!stays) return
      found.bearer = { authorization: `Bearer ${await insertSession(it.db, found.user_id)}` }
    },
    endGrace: (who) => endGrace(it, getActor(who).user_id),
  }
}
