import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/world/database.ts'
import { aPost } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { openDatabase } from '../../db/open.ts'
import { writeArchive } from './write-archive.ts'

const NEVER = new AbortController().signal

/**
 * Creates a member with more text than fits in the buffers between the database and the disk, and a small connection
 * pool.
 */
async function setUp() {
  const database = await testDatabase()
  const db = openDatabase(database.url, { max: 2 })
  const folder = mkdtempSync(join(tmpdir(), 'nollie-archive-'))
  onTestFinished(async () => {
    await db.destroy()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const user_id = await aMember(db, 'ada')
  const post_id = await aPost(db, user_id)
  await sql`
    insert into comments (id, post_id, media_index, user_id, content)
    select gen_random_uuid(), ${post_id}, 0, ${user_id},
      (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 14) m)
    from generate_series(1, 6000) n`.execute(db)
  const answers = async () => (await sql<{ n: number }>`select 1 as n`.execute(db)).rows
  return { db, folder, user_id, answers }
}

async function* noFiles() {}

test('the transaction always ends if an archive can’t be written', async () => {
  const { db, folder, user_id, answers } = await setUp()
  const made = { db, user_id, listFiles: noFiles, path: join(folder, 'not there', 'a.zip') }
  for (let n = 0; n < 4; n++) await expect(writeArchive(made, NEVER)).rejects.toThrow('ENOENT')
  expect(await answers()).toEqual([{ n: 1 }])
  await writeArchive({ ...made, path: join(folder, 'a.zip') }, NEVER)
  expect(readdirSync(folder)).toEqual(['a.zip'])
})

test('the transaction ends if an archive is aborted, and no file is left', async () => {
  const { db, folder, user_id, answers } = await setUp()
  const made = { db, user_id, listFiles: noFiles, path: join(folder, 'a.zip') }
  for (let n = 0; n < 4; n++) {
    const stop = new AbortController()
    const making = writeArchive(made, stop.signal)
    const isBegun = () => readdirSync(folder).length > 0
    while (!isBegun()) await new Promise(setImmediate)
    stop.abort(new Error('the server closes'))
    await expect(making).rejects.toThrow(/closes|abort/i)
  }
  expect(await answers()).toEqual([{ n: 1 }])
  expect(readdirSync(folder)).toEqual([])
})

test('the transaction ends if media can’t be read', async () => {
  const { db, folder, user_id, answers } = await setUp()
  await db
    .updateTable('media')
    .set({ status: 'ready', key: 'a'.repeat(26) })
    .where('owner_id', '=', user_id)
    .execute()
  async function* broken() {
    const read = async () =>
      new Readable({
        read() {
          this.destroy(new Error('the disk is gone'))
        },
      })
    yield { file: 'original.avif' as never, bytes: 10, read }
  }
  const made = { db, user_id, listFiles: broken, path: join(folder, 'a.zip') }
  for (let n = 0; n < 4; n++) await expect(writeArchive(made, NEVER)).rejects.toThrow('the disk is gone')
  expect(await answers()).toEqual([{ n: 1 }])
  expect(readdirSync(folder)).toEqual([])
})
