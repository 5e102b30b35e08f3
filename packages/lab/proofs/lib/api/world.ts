import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { migrate } from '../../../../../apps/server/src/db/migrate.ts'
import { openDatabase } from '../../../../../apps/server/src/db/open.ts'
import { warmPlaceSearch } from '../../../../../apps/server/src/modules/places/index.ts'
import { startEmbeddedPostgres } from '../../../../../apps/server/src/platform/embedded-postgres/index.ts'
import { type TestApp, testApp } from '../../../../../apps/server/test/world/app.ts'
import { aWorld, type World } from '../../../../../apps/server/test/authorization/world.ts'
import { makeAdmin, member, type TestPerson } from '../../../../../apps/server/test/actors/people.ts'
import { aMediaItem } from '../../../../../apps/server/test/makers/spots.ts'
import { KnownValues } from './known.ts'
import type { Plan } from './values.ts'

/** The number of photos per person that aren't in a post yet. */
const PHOTOS = 8

/** The complete, listening server with its own database. */
export type Fuzzed = { it: TestApp; world: World; port: number; close: () => Promise<void> }

/** Starts the server in a temporary folder, which is deleted on close. */
export async function startFuzzed(): Promise<Fuzzed> {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-fuzz-'))
  chmodSync(folder, 0o711)
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    logger: { info: () => {}, error: (message) => console.error(message) },
    // Nothing here outlives the run.
    settings: { fsync: 'off', synchronous_commit: 'off', max_wal_size: '2GB' },
  })
  await migrate(url)
  const db = openDatabase(url, { max: 8 })
  const none = async () => undefined
  const it = await testApp(
    // The log has the reason for each 5xx response.
    // Responses aren't checked, just as in production, because some rows are inserted with SQL.
    { log: pino({ level: 'error' }), checkAnswers: false, media: { filesPerDay: 1_000_000 } },
    { db, url, close: () => db.destroy(), drop: none },
  )
  await warmPlaceSearch()
  await it.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    it,
    world: await aWorld(it),
    port: (it.app.server.address() as AddressInfo).port,
    close: async () => {
      await it.close()
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** People and their content, used by a few sequences. Afterward, much of the content is deleted or suspended. */
export type Cast = { sessions: Record<Plan['sender'], Record<string, string>>; known: () => KnownValues }

/** Creates new people and their content. */
export async function aCast({ it, world }: Fuzzed, number: number): Promise<Cast> {
  const named = (name: string) => member(it, `${name}${number}`)
  const people = { member: await named('mia'), other: await named('tom'), admin: await named('trusted') }
  await makeAdmin(it.db, people.admin.user_id)
  const owned = async (person: TestPerson) => {
    const targets = await world.makeTargets(person)
    const { thread_id, message_id } = await targets.threadId()
    const { user_id, username, email, password } = person
    return {
      user_id,
      username,
      email,
      password,
      current_password: password,
      spot_id: targets.spot_id,
      post_id: targets.post_id,
      comment_id: targets.comment_id,
      discussion_id: targets.discussion_id,
      thread_id,
      message_id,
      media_id: await targets.mediaId(),
      upload_id: await targets.uploadId(),
      notification_id: await targets.notificationId(),
      session_id: await targets.sessionId(),
      export_id: await targets.exportId(),
      case_id: await targets.caseId(),
      picture_id: await targets.pictureId(),
      key: await targets.fileKey(),
    }
  }
  const photos = await Promise.all(
    Array.from({ length: PHOTOS }, () => aMediaItem(it.db, people.member.user_id)),
  )
  const all = [await owned(people.member), await owned(people.other)]
  // Rows inserted directly don't record that a post uses the media, so this does.
  const attached = it.db.selectFrom('post_media').select('media_id').where('media_id', 'is not', null)
  const now = { attached_at: new Date() }
  await it.db.updateTable('media').set(now).where('id', 'in', attached).execute()
  const first: Record<string, string[]> = {}
  for (const one of all)
    for (const [name, value] of Object.entries(one)) first[name] = [...(first[name] ?? []), value]
  const bearer = ({ bearer: { authorization } }: TestPerson) => ({ authorization })
  return {
    sessions: {
      member: bearer(people.member),
      other: people.other.cookie,
      admin: bearer(people.admin),
      visitor: { 'sec-fetch-site': 'same-origin' },
      nobody: { authorization: `Bearer ${'x'.repeat(32)}` },
    },
    known: () => {
      const { upload_id = [], picture_id = [], ...rest } = first
      const known = new KnownValues(rest)
      for (const id of [...upload_id, ...photos]) known.add('media_id', id)
      for (const id of picture_id) known.add('post_id', id)
      for (const id of rest.spot_id ?? []) known.add('file', `${id}.jpg`)
      for (const id of rest.spot_id ?? []) known.add('file', `${id}.webp`)
      return known
    },
  }
}
