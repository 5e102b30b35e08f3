import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DataExport } from '@nollie/contract'
import { TERMS_VERSION } from '@nollie/contract/accounts/terms'
import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { v7 as uuid } from 'uuid'
import { fromBuffer } from 'yauzl'
import type { TestApp } from '../../../test/world/app.ts'
import { storedMails, mailsTo } from '../../../test/services/mails.ts'
import { anAppeal } from '../../../test/makers/moderation.ts'
import { phonePhoto } from '../../../test/makers/media-files.ts'
import { aPost, aSpotRow, follow } from '../../../test/makers/posts.ts'
import { uploader } from '../../../test/actors/uploads.ts'
import { DiskStore } from '../../platform/files/index.ts'
import { sweepExports } from './export.service.ts'
import { type Actor, actor, type Caller, getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'
import { until } from '../../../test/world/until.ts'

function buildArchivePath(app: TestApp, id: string) {
  const key = id.replaceAll('-', '')
  return join(app.dataDir, 'exports', key.slice(0, 2), key, 'archive.zip')
}

async function list(who: Actor) {
  return (await who.listExports()).items
}

function fetchFile(who: Caller, id: string) {
  return who.send('GET', `/api/my-data/exports/${id}/file`)
}

function sweep({ db, jobs, storage }: TestApp) {
  return sweepExports({ db, jobs, archives: storage.area('exports') })
}

function ready(who: Actor): Promise<DataExport> {
  return until(
    async () => {
      const [newest] = await list(who)
      if (newest?.status !== 'ready') throw new Error(newest?.status)
      return newest
    },
    { interval: 100 },
  )
}

/** Returns every file in a ZIP by name. */
function unzip(bytes: Buffer) {
  return new Promise<Map<string, Buffer>>((resolve, reject) => {
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
}

function rowsIn(files: Map<string, Buffer>, name: string) {
  return JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null')
}

test('a ZIP has all data of a person, their files as stored, and other people’s data that is visible to them', async ({
  app,
}) => {
  const [ada, ben, eve] = [await actor(app, 'ada'), await actor(app, 'ben'), await actor(app, 'eve')]
  const media = await uploader(app, ada).media(await phonePhoto({ width: 1000, height: 750 }))
  const spot_id = await aSpotRow(app.db, ben.user_id)
  const { id: own } = await ada.addMedia({
    media_ids: [media.id],
    spot_id,
    content: 'Mine.',
    alt_texts: ['A ledge'],
  })
  const theirs = await aPost(app.db, ben.user_id, { content: 'A secret of ben' })
  await ada.comments(theirs, 'Words of ada')
  await ben.comments(own, 'Words of ben')
  await eve.comments(own, 'Words of eve')
  await eve.blockPerson(ada.user_id)
  await ada.likes(theirs)
  await follow(app.db, ben.user_id, ada.user_id)
  await ben.sendMessage(ada.user_id, { content: 'Hello ada' })
  await aPost(app.db, ben.user_id, { title: 'Nothing of ada' })
  const wax = { title: 'Wax', content: 'Which one?', category: 'general' } as const
  const { id: discussion_id } = await ada.startDiscussion(wax)
  for (const [who, content] of [
    [ben, 'Answer of ben'],
    [eve, 'Answer of eve'],
  ] as const)
    await app.db
      .insertInto('comments')
      .values({ id: uuid(), discussion_id, media_index: null, user_id: who.user_id, content })
      .execute()
  await anAppeal(app.db, ada.user_id, own)
  await ada.report({ report_type: 'spam', description: 'Odd.', reported_post_id: theirs })

  await ada.askForExport()
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
  expect(rowsIn(files, 'media')).toMatchObject([{ id: media.id, alt_text: 'A ledge' }])
  expect(rowsIn(files, 'comments')).toMatchObject([{ content: 'Words of ada', post_id: theirs }])
  expect(rowsIn(files, 'comments-on-my-posts')).toMatchObject([{ content: 'Words of ben', username: 'ben' }])
  expect(rowsIn(files, 'comments-on-my-discussions')).toMatchObject([
    { content: 'Answer of ben', username: 'ben', discussion_id },
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
      kind: 'post',
      words: 'What the post said',
      action: 'warn',
      reason: 'Rule four.',
      appeal: 'That is my own.',
      outcome: null,
      answer: null,
      decided_at: expect.any(String),
    },
  ])
  expect(rowsIn(files, 'followers')).toMatchObject([{ username: 'ben' }])
  expect(rowsIn(files, 'messages')).toMatchObject([{ with: 'ben', mine: false, content: 'Hello ada' }])
  expect(rowsIn(files, 'likes')).toHaveLength(1)
  expect(rowsIn(files, 'sessions')).toHaveLength(2)
  expect(rowsIn(files, 'blocks')).toEqual([])

  const { key } = await app.db
    .selectFrom('media')
    .select('key')
    .where('id', '=', media.id)
    .executeTakeFirstOrThrow()
  const folder = join(app.dataDir, 'media', (key ?? '').slice(0, 2), key ?? '')
  const stored = readdirSync(folder)
  expect(stored.length).toBeGreaterThan(2)
  // Each photo is included only once, in its best quality.
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
  }>`select token from sessions union select password from accounts`.execute(app.db)
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

test('an email says that the archive is ready; only its owner downloads it, until it expires', async ({
  app,
  visitor,
}) => {
  const [cleo, dora] = [await actor(app, 'cleo'), await actor(app, 'dora')]
  await cleo.askForExport()
  const { id } = await ready(cleo)
  const [mail] = await mailsTo(app, cleo.email, { about: 'data is ready' })
  expect(mail?.text).toContain('/settings#data')
  expect(mail?.text).not.toContain(id)
  expect([
    (await fetchFile(dora, id)).statusCode,
    (await fetchFile(visitor, id)).statusCode,
    (await fetchFile(cleo, id)).statusCode,
  ]).toEqual([404, 401, 200])
  await app.db
    .updateTable('exports')
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute()
  expect((await fetchFile(cleo, id)).json().code).toBe('GONE')
  expect(await list(cleo)).toEqual([])
  await sweep(app)
  expect(existsSync(buildArchivePath(app, id))).toBe(false)
})

test('HEAD gives the size without reading the file', async ({ app }) => {
  const ivo = await actor(app, 'ivo')
  await ivo.askForExport()
  const { id } = await ready(ivo)
  const reading = vi.spyOn(DiskStore.prototype, 'read')
  onTestFinished(() => reading.mockRestore())
  const url = `/api/my-data/exports/${id}/file`
  const head = await ivo.send('HEAD', url)
  const { size } = statSync(buildArchivePath(app, id))
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(size)])
  expect(reading).not.toHaveBeenCalled()
  expect((await fetchFile(ivo, id)).rawPayload).toHaveLength(size)
  expect(reading).toHaveBeenCalledOnce()
})

test('a person has one archive in progress, and gets one email', async ({ app }) => {
  const finn = await actor(app, 'finn')
  await app.db
    .insertInto('exports')
    .values({ id: finn.user_id, user_id: finn.user_id, bytes: null })
    .execute()
  expect(await getOutcome(finn.askForExport())).toBe('IN_PROGRESS')
  await app.db.deleteFrom('exports').where('user_id', '=', finn.user_id).execute()
  const answers = await Promise.all([1, 2, 3].map(() => getOutcome(finn.askForExport())))
  expect(answers.toSorted()).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'done'])
  await ready(finn)
  await mailsTo(app, finn.email, { about: 'data is ready' })
  expect(
    (await storedMails(app, finn.email)).filter(({ subject }) => subject?.includes('ready')),
  ).toHaveLength(1)
})

test('a new archive replaces the previous one, and its file', async ({ app }) => {
  const hal = await actor(app, 'hal')
  await hal.askForExport()
  const first = await ready(hal)
  await hal.askForExport()
  const second = await until(async () => {
    const made = await ready(hal)
    expect(made.id).not.toBe(first.id)
    return made
  })
  expect((await list(hal)).map(({ id }) => id)).toEqual([second.id])
  expect((await fetchFile(hal, first.id)).statusCode).toBe(404)
  await sweep(app)
  const there = (id: string) => existsSync(buildArchivePath(app, id))
  expect([there(first.id), there(second.id)]).toEqual([false, true])
})

test('files that belong to no archive are deleted, others stay', async ({ app }) => {
  const gus = await actor(app, 'gus')
  await gus.askForExport()
  const { id } = await ready(gus)
  const orphan = buildArchivePath(app, gus.user_id)
  mkdirSync(dirname(orphan), { recursive: true })
  writeFileSync(orphan, 'left by somebody who was killed')
  await sweep(app)
  expect([existsSync(orphan), existsSync(buildArchivePath(app, id))]).toEqual([false, true])
})

test('an archive whose last attempt was killed is marked as failed later, with an email', async ({ app }) => {
  const kai = await actor(app, 'kai')
  const asked = (hours: number) => ({ asked_at: sql<string>`now() - make_interval(hours => ${hours})` })
  await app.db
    .insertInto('exports')
    .values({ id: kai.user_id, user_id: kai.user_id, bytes: null, ...asked(5) })
    .execute()
  await sweep(app)
  expect(await list(kai)).toMatchObject([{ status: 'waiting' }])
  await app.db.updateTable('exports').set(asked(7)).where('id', '=', kai.user_id).execute()
  await sweep(app)
  await sweep(app)
  expect(await list(kai)).toMatchObject([{ status: 'failed' }])
  expect(await mailsTo(app, kai.email, { about: 'couldn’t prepare' })).toHaveLength(1)
  expect(await getOutcome(kai.askForExport())).toBe('done')
})
