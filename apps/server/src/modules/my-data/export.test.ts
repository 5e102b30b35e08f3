import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DataExport } from '@nollie/contract'
import { TERMS_VERSION } from '@nollie/contract/terms'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { v7 as uuid } from 'uuid'
import { fromBuffer } from 'yauzl'
import { type TestApp, testApp } from '../../../test/app.ts'
import { storedMails, mailsTo } from '../../../test/mails.ts'
import { anAppeal } from '../../../test/moderation.ts'
import { phonePhoto } from '../../../test/media-files.ts'
import { doings } from '../../../test/news.ts'
import { member, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow, follow } from '../../../test/posts.ts'
import { uploader } from '../../../test/uploads.ts'
import { sweepExports } from './export.service.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

const exportsDir = () => join(it.dataDir, 'exports')
const ask = (who: TestPerson) =>
  it.app.inject({ method: 'POST', url: '/api/my-data/exports', headers: who.bearer })
const list = async (who: TestPerson): Promise<DataExport[]> =>
  (await it.app.inject({ url: '/api/my-data/exports', headers: who.bearer })).json().items
const fetchFile = (who: TestPerson | null, id: string) =>
  it.app.inject({ url: `/api/my-data/exports/${id}/file`, headers: who?.bearer ?? {} })
const ready = (who: TestPerson): Promise<DataExport> =>
  vi.waitFor(
    async () => {
      const [newest] = await list(who)
      if (newest?.status !== 'ready') throw new Error(newest?.status)
      return newest
    },
    { timeout: 30_000, interval: 100 },
  )

/** Every file of a ZIP by its name. */
const unzip = (bytes: Buffer) =>
  new Promise<Map<string, Buffer>>((resolve, reject) => {
    const files = new Map<string, Buffer>()
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (unreadable, stream) => {
          if (unreadable) return reject(unreadable)
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(parts))
            zip.readEntry()
          })
        }),
      )
      zip.on('end', () => resolve(files))
      zip.readEntry()
    })
  })

const rowsIn = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null')

test('a person gets everything of theirs in one ZIP, files as they are stored, and of others what they could see', async () => {
  const [ada, ben, eve] = [await member(it, 'ada'), await member(it, 'ben'), await member(it, 'eve')]
  const { ok, say, like, block } = doings(it)
  const media = await uploader(it, ada).media(await phonePhoto({ width: 1000, height: 750 }))
  const spot_id = await aSpotRow(it.db, ben.user_id)
  const shared = await ok(ada, 'POST', '/api/posts', { media_ids: [media.id], spot_id, content: 'Mine.' })
  const own = shared.json().id
  const theirs = await aPost(it.db, ben.user_id, { content: 'A secret of ben' })
  await say(ada, theirs, 'Words of ada')
  await say(ben, own, 'Words of ben')
  await say(eve, own, 'Words of eve')
  await block(eve, ada)
  await like(ada, theirs)
  await follow(it.db, ben.user_id, ada.user_id)
  await ok(ben, 'POST', `/api/messages/with/${ada.user_id}`, { content: 'Hello ada' })
  await aPost(it.db, ben.user_id, { title: 'Nothing of ada' })
  const talk = (
    await ok(ada, 'POST', '/api/discussions', {
      title: 'Wax',
      content: 'Which one?',
      category: 'general',
    })
  ).json().id
  for (const [who, content] of [
    [ben, 'Answer of ben'],
    [eve, 'Answer of eve'],
  ] as const)
    await it.db
      .insertInto('comments')
      .values({ id: uuid(), discussion_id: talk, media_index: null, user_id: who.user_id, content })
      .execute()
  await anAppeal(it.db, ada.user_id, own)
  await ok(ada, 'POST', '/api/reports', {
    report_type: 'spam',
    description: 'Odd.',
    reported_post_id: theirs,
  })

  expect((await ask(ada)).statusCode).toBe(202)
  const made = await ready(ada)
  const answer = await fetchFile(ada, made.id)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(made.bytes),
    'cache-control': 'no-store',
  })
  const files = await unzip(answer.rawPayload)
  expect(rowsIn(files, 'account')).toMatchObject([
    {
      email: ada.email,
      profile: { username: 'ada' },
      terms_accepted_at: expect.any(String),
      terms_version: TERMS_VERSION,
    },
  ])
  expect(rowsIn(files, 'posts')).toMatchObject([{ id: own, content: 'Mine.', media: [media.id] }])
  expect(rowsIn(files, 'comments')).toMatchObject([{ content: 'Words of ada', post_id: theirs }])
  expect(rowsIn(files, 'comments-on-my-posts')).toMatchObject([{ content: 'Words of ben', username: 'ben' }])
  expect(rowsIn(files, 'comments-on-my-discussions')).toMatchObject([
    { content: 'Answer of ben', username: 'ben', discussion_id: talk },
  ])
  expect(rowsIn(files, 'reports')).toEqual([
    {
      id: expect.any(String),
      kind: 'post',
      thing_id: theirs,
      report_type: 'spam',
      description: 'Odd.',
      created_at: expect.any(String),
    },
  ])
  expect(rowsIn(files, 'decisions-about-me')).toMatchObject([
    {
      ...{ kind: 'post', words: 'What the post said', action: 'warn', reason: 'Rule four.' },
      ...{ appeal: 'That is my own.', outcome: null, answer: null, decided_at: expect.any(String) },
    },
  ])
  expect(rowsIn(files, 'followers')).toMatchObject([{ username: 'ben' }])
  expect(rowsIn(files, 'messages')).toMatchObject([{ with: 'ben', mine: false, content: 'Hello ada' }])
  expect(rowsIn(files, 'likes')).toHaveLength(1)
  expect(rowsIn(files, 'sessions')).toHaveLength(2)
  expect(rowsIn(files, 'blocks')).toEqual([])

  const { key } = await it.db
    .selectFrom('media')
    .select('key')
    .where('id', '=', media.id)
    .executeTakeFirstOrThrow()
  const folder = join(it.dataDir, 'media', (key ?? '').slice(0, 2), key ?? '')
  const stored = readdirSync(folder)
  expect(stored.length).toBeGreaterThan(2)
  // Each photo once, in its best size.
  expect([...files.keys()].filter((name) => name.startsWith('media/'))).toEqual([
    `media/${media.id}/2048.webp`,
  ])
  expect(files.get(`media/${media.id}/2048.webp`)?.equals(readFileSync(join(folder, '2048.webp')))).toBe(true)

  const everything = [...files]
    .filter(([name]) => !name.startsWith('media/'))
    .map(([, bytes]) => bytes.toString())
    .join('\n')
  const { rows } = await sql<{
    token: string
  }>`select token from sessions union select password from accounts`.execute(it.db)
  for (const { token } of rows) expect(everything).not.toContain(token)
  for (const other of [
    'A secret of ben',
    'Words of eve',
    'Answer of eve',
    'Nothing of ada',
    ben.email,
    eve.email,
  ])
    expect(everything).not.toContain(other)
})

test('a mail says that it is ready; only its owner fetches it, as long as it is kept', async () => {
  const [cleo, dora] = [await member(it, 'cleo'), await member(it, 'dora')]
  await ask(cleo)
  const { id } = await ready(cleo)
  const [mail] = await mailsTo(it, cleo.email, { about: 'data is ready' })
  expect(mail?.text).toContain('/settings#data')
  expect(mail?.text).not.toContain(id)
  expect([
    (await fetchFile(dora, id)).statusCode,
    (await fetchFile(null, id)).statusCode,
    (await fetchFile(cleo, id)).statusCode,
  ]).toEqual([404, 401, 200])
  await it.db
    .updateTable('exports')
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute()
  expect((await fetchFile(cleo, id)).json().code).toBe('GONE')
  expect(await list(cleo)).toEqual([])
  await sweepExports({ db: it.db, exportsDir: exportsDir() })
  expect(existsSync(join(exportsDir(), `${id}.zip`))).toBe(false)
})

test('asking for the size alone reads nothing of the file', async () => {
  const ivo = await member(it, 'ivo')
  await ask(ivo)
  const { id } = await ready(ivo)
  const file = join(exportsDir(), `${id}.zip`)
  // A pipe says whether anybody reads it: nobody can write to it then without waiting.
  rmSync(file)
  execFileSync('mkfifo', [file])
  const url = `/api/my-data/exports/${id}/file`
  const head = await it.app.inject({ method: 'HEAD', url, headers: ivo.bearer })
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, '0'])
  expect(() => closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK))).toThrow('ENXIO')
  rmSync(file)
})

test('one at a time, and the mail comes once', async () => {
  const finn = await member(it, 'finn')
  await it.db.insertInto('exports').values({ id: finn.user_id, user_id: finn.user_id, bytes: null }).execute()
  expect((await ask(finn)).json().code).toBe('IN_PROGRESS')
  await it.db.deleteFrom('exports').where('user_id', '=', finn.user_id).execute()
  const answers = await Promise.all([ask(finn), ask(finn), ask(finn)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([202, 409, 409])
  await ready(finn)
  await mailsTo(it, finn.email, { about: 'data is ready' })
  expect(
    (await storedMails(it, finn.email)).filter(({ subject }) => subject?.includes('ready')),
  ).toHaveLength(1)
})

test('a new archive takes the place of the one before it, also on the disk', async () => {
  const hal = await member(it, 'hal')
  await ask(hal)
  const first = await ready(hal)
  expect((await ask(hal)).statusCode).toBe(202)
  const second = await vi.waitFor(async () => {
    const made = await ready(hal)
    expect(made.id).not.toBe(first.id)
    return made
  })
  expect((await list(hal)).map(({ id }) => id)).toEqual([second.id])
  expect((await fetchFile(hal, first.id)).statusCode).toBe(404)
  await sweepExports({ db: it.db, exportsDir: exportsDir() })
  const there = (id: string) => existsSync(join(exportsDir(), `${id}.zip`))
  expect([there(first.id), there(second.id)]).toEqual([false, true])
})

test('files that no archive belongs to are removed, others stay', async () => {
  const gus = await member(it, 'gus')
  await ask(gus)
  const { id } = await ready(gus)
  const orphan = join(exportsDir(), `${gus.user_id}.zip.part`)
  writeFileSync(orphan, 'left by somebody who was killed')
  await sweepExports({ db: it.db, exportsDir: exportsDir() })
  expect([existsSync(orphan), existsSync(join(exportsDir(), `${id}.zip`))]).toEqual([false, true])
})
