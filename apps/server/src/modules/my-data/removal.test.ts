import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { phonePhoto } from '../../../test/media-files.ts'
import { anAppeal } from '../../../test/moderation.ts'
import { storedMails, mailsTo, tokenIn } from '../../../test/mails.ts'
import { doings } from '../../../test/news.ts'
import { post, signInAgain, signUp, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow, follow } from '../../../test/posts.ts'
import { aMediaItem } from '../../../test/spots.ts'
import { uploader } from '../../../test/uploads.ts'
import { Outbox } from '../../platform/mail/index.ts'
import { PERSONAL_COLUMNS } from './personal-columns.ts'
import { removeDueAccounts } from './removal.service.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp({ media: { unwantedFor: 0, sweepEvery: 1 } })
})
afterAll(() => it.close())

const codeOf = (answer: { statusCode: number; body: string }): string =>
  answer.statusCode < 400 ? String(answer.statusCode) : String(JSON.parse(answer.body).code)
const leave = (who: TestPerson, content: 'remove' | 'keep', password = who.password) =>
  post(it.app, '/api/account/leaving', { password, content }, who.bearer)
const signIn = ({ email, password }: TestPerson, path = 'sign-in') =>
  post(it.app, `/api/auth/${path}`, { email, password })
const get = (who: TestPerson, url: string) => it.app.inject({ url, headers: who.bearer })
const due = (who: TestPerson) =>
  it.db
    .updateTable('account_deletions')
    .set({ asked_at: sql`now() - interval '15 days'`, due_at: sql`now() - interval '1 day'` })
    .where('user_id', '=', who.user_id)
    .execute()
const removeDue = () => {
  const outbox = new Outbox(join(it.dataDir, 'outbox'))
  return removeDueAccounts({ ...it, forgetMailsTo: (address) => outbox.forgetTo(address) })
}
const count = async (table: string, where: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${sql.table(table)} where ${where}`.execute(it.db)
  return rows[0]?.n ?? -1
}

test('every column that names a person says what becomes of it when they leave', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and column_name ~ '^(user|owner|author|reporter|from_user|created_by|deleted_by)(_id)?$'`.execute(
    it.db,
  )
  const named = rows.map(({ name }) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !(name in PERSONAL_COLUMNS)).sort()).toEqual([])
  // Columns without a foreign key are in the list for what they hold, and have to exist.
  for (const name of Object.keys(PERSONAL_COLUMNS)) {
    const [table = '', column = ''] = name.split('.')
    await sql`select ${sql.ref(column)} from ${sql.table(table)} limit 0`.execute(it.db)
  }
})

describe('the time of grace', () => {
  test('deleting needs the password; then nobody is signed in, and nobody sees the person and their posts', async () => {
    const [ada, ben] = [await signUp(it, 'ada'), await signUp(it, 'ben')]
    const post_id = await aPost(it.db, ada.user_id)
    const spot_id = await aSpotRow(it.db, ada.user_id)
    expect(codeOf(await leave(ada, 'remove', 'not the password'))).toBe('WRONG_PASSWORD')
    expect(codeOf(await get(ben, `/api/posts/${post_id}`))).toBe('200')
    const answer = await leave(ada, 'remove')
    expect(codeOf(answer)).toBe('202')
    const days = (Date.parse(answer.json().due_at) - Date.now()) / 86_400_000
    expect([days > 13.9, days <= 14.001]).toEqual([true, true])
    for (const headers of [ada.bearer, ada.cookie])
      expect((await it.app.inject({ url: '/api/session', headers })).json().user).toBeNull()
    expect(codeOf(await get(ben, `/api/posts/${post_id}`))).toBe('POST_NOT_FOUND')
    expect((await get(ben, '/api/posts')).body).not.toContain(post_id)
    const [mail] = await mailsTo(it, ada.email, { about: 'will be deleted' })
    expect(mail?.text).toContain('choose to keep your account')
    expect(mail?.text).toMatch(/Your\s+spots\s+stay\s+on\s+the\s+map\s+without\s+your\s+name\./)
    const spot = await get(ben, `/api/spots/${spot_id}`)
    expect([spot.json().id, spot.json().created_by, spot.body.includes(ada.user_id)]).toEqual([
      spot_id,
      null,
      false,
    ])
  })

  test('signing in offers to take it back, which brings everything back', async () => {
    const [cleo, dora] = [await signUp(it, 'cleo'), await signUp(it, 'dora')]
    const post_id = await aPost(it.db, cleo.user_id)
    await leave(cleo, 'remove')
    expect(codeOf(await signIn({ ...cleo, password: 'not the password' }))).toBe('WRONG_CREDENTIALS')
    const refused = await signIn(cleo)
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'LEAVING'])
    expect(refused.json().detail).toMatch(/will be deleted on \w+ \d+, \d{4}/)
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect(codeOf(await signIn({ ...cleo, password: 'not the password' }, 'return'))).toBe(
      'WRONG_CREDENTIALS',
    )
    const back = await signIn(cleo, 'return')
    expect([codeOf(back), Boolean(back.headers['set-cookie'])]).toEqual(['200', true])
    expect(codeOf(await get(dora, `/api/posts/${post_id}`))).toBe('200')
    await due(cleo)
    await removeDue()
    expect(codeOf(await signIn(cleo))).toBe('200')
    await mailsTo(it, cleo.email, { about: 'stays' })
  })

  test('B6 without the app a mailed link does it; who has an account is not told', async () => {
    const eva = await signUp(it, 'eva')
    const ask = (email: string) => post(it.app, '/api/auth/leaving-mails', { email })
    const answers = [await ask(eva.email), await ask('nobody@example.com')]
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [202, ''],
      [202, ''],
    ])
    const [mail] = await mailsTo(it, eva.email, { about: 'Delete your' })
    const token = /delete-account\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const confirm = () => post(it.app, '/api/auth/leaving', { token, content: 'remove' })
    expect([codeOf(await confirm()), codeOf(await confirm())]).toEqual(['202', 'BAD_TOKEN'])
    expect(codeOf(await signIn(eva))).toBe('LEAVING')
  })

  test('undoing a change of address takes back a deletion as well: one thief may have done both', async () => {
    const nora = await signUp(it, 'nora')
    await post(
      it.app,
      '/api/account/email',
      { password: nora.password, email: 'thief@example.com' },
      nora.bearer,
    )
    const [proof] = await mailsTo(it, 'thief@example.com')
    const confirmed = await post(it.app, '/api/auth/email-confirmations', { token: tokenIn(proof, 'email') })
    expect(codeOf(confirmed)).toBe('204')
    expect(codeOf(await leave(nora, 'remove'))).toBe('202')
    const [told] = await mailsTo(it, nora.email, { about: 'email was changed' })
    const undone = await post(it.app, '/api/auth/email-undos', { token: tokenIn(told, 'undo') })
    expect(codeOf(undone)).toBe('204')
    expect(await personOf(nora.user_id)).toMatchObject({ is_hidden: false })
    await removeDue()
    expect((await personOf(nora.user_id))?.username).toBe('nora')
  })

  test('a link that was asked for is worthless after a new password', async () => {
    const finn = await signUp(it, 'finn')
    await post(it.app, '/api/auth/leaving-mails', { email: finn.email })
    const [mail] = await mailsTo(it, finn.email, { about: 'Delete your' })
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const words = { current_password: finn.password, new_password: 'some other good words' }
    expect(codeOf(await post(it.app, '/api/account/password', words, finn.bearer))).toBe('204')
    expect(codeOf(await post(it.app, '/api/auth/leaving', { token, content: 'remove' }))).toBe('BAD_TOKEN')
  })
})

/** Somebody with one of everything, and another one who had to do with them. */
const aLife = async (name: string) => {
  const [gone, pal] = [await signUp(it, name), await signUp(it, `${name}.pal`)]
  const { ok, say, like } = doings(it)
  const theirs = await aPost(it.db, pal.user_id)
  const alone = await aSpotRow(it.db, gone.user_id, 'Nobody else was here')
  const shared = await aSpotRow(it.db, gone.user_id, 'Everybody was here')
  const palPost = await aPost(it.db, pal.user_id, { spot_id: shared })
  const own = await aPost(it.db, gone.user_id, { spot_id: shared })
  const lonely = await aPost(it.db, gone.user_id, { spot_id: alone })
  const words = await say(gone, theirs, 'Clean.')
  await say(pal, own, 'Thanks.')
  await like(gone, theirs)
  await follow(it.db, gone.user_id, pal.user_id)
  await follow(it.db, pal.user_id, gone.user_id)
  const write = (who: TestPerson, to: TestPerson, content: string) =>
    ok(who, 'POST', `/api/messages/with/${to.user_id}`, { content })
  await write(gone, pal, 'Session tomorrow?')
  await write(pal, gone, 'Sure, at nine.')
  await ok(gone, 'PATCH', '/api/account/preferences', { theme: 'dark' })
  return { gone, pal, theirs, own, alone, shared, palPost, lonely, comment: words.id }
}

const reads = async (who: TestPerson, url: string) => codeOf(await get(who, url))
const personOf = (id: string) =>
  it.db.selectFrom('profiles').selectAll().where('user_id', '=', id).executeTakeFirst()

describe('the removal', () => {
  test('content removed: nothing of the person is left but their side of talks, emptied; what is of others stays', async () => {
    const { gone, pal, theirs, own, alone, shared, palPost, lonely } = await aLife('gus')
    expect(codeOf(await leave(gone, 'remove'))).toBe('202')
    await mailsTo(it, gone.email, { about: 'will be deleted' })
    await due(gone)
    await removeDue()
    expect(codeOf(await signIn(gone))).toBe('WRONG_CREDENTIALS')
    expect(codeOf(await signIn(gone, 'return'))).toBe('WRONG_CREDENTIALS')
    expect([await reads(pal, `/api/posts/${own}`), await reads(pal, `/api/posts/${lonely}`)]).toEqual([
      'POST_NOT_FOUND',
      'POST_NOT_FOUND',
    ])
    expect([await reads(pal, `/api/posts/${theirs}`), await reads(pal, `/api/posts/${palPost}`)]).toEqual([
      '200',
      '200',
    ])
    expect([await reads(pal, `/api/spots/${alone}`), await reads(pal, `/api/spots/${shared}`)]).toEqual([
      'SPOT_NOT_FOUND',
      '200',
    ])
    const id = gone.user_id
    for (const [table, column] of [
      ['comments', 'user_id'],
      ['likes', 'user_id'],
      ['follows', 'follower_id'],
      ['follows', 'following_id'],
      ['preferences', 'user_id'],
      ['accounts', 'user_id'],
      ['account_deletions', 'user_id'],
      ['spots', 'created_by'],
      ['posts', 'user_id'],
      ['notifications', 'from_user_id'],
    ] as const)
      expect([table, await count(table, sql`${sql.ref(column)} = ${id}`)]).toEqual([table, 0])
    expect(await count('messages', sql`user_id = ${id} and content is not null`)).toBe(0)
    expect(await count('messages', sql`user_id = ${pal.user_id} and content is not null`)).toBe(1)
    expect(await personOf(id)).toMatchObject({ full_name: 'Former member', bio: null, is_hidden: false })
    await mailsTo(it, gone.email, { about: 'has been deleted' })
    const subjects = (await storedMails(it, gone.email)).map(({ subject }) => subject)
    expect(subjects, 'the outbox forgets the address, but for the last mail').toHaveLength(1)
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(u::text, ' ') from users u) || (select string_agg(p::text, ' ') from profiles p) as text`.execute(
      it.db,
    )
    expect(rows[0]?.text).not.toContain('gus@')
    expect(rows[0]?.text).not.toMatch(/\bgus\b(?!\.pal)/)
  })

  test('without talks the row itself is gone', async () => {
    const hugo = await signUp(it, 'hugo')
    await aPost(it.db, hugo.user_id)
    await leave(hugo, 'remove')
    await due(hugo)
    await removeDue()
    expect(await personOf(hugo.user_id)).toBeUndefined()
    expect(await count('users', sql`id = ${hugo.user_id}`)).toBe(0)
  })

  test('content left: it stays, under a former member without name, picture or way in, whom no list shows', async () => {
    const { gone, pal, own, alone, comment } = await aLife('ines')
    const picture_id = await aMediaItem(it.db, gone.user_id)
    const { decision_id } = await anAppeal(it.db, gone.user_id, own)
    await it.db
      .updateTable('profiles')
      .set({ bio: 'Ines from Sants', full_name: 'Ines Real Name' })
      .where('user_id', '=', gone.user_id)
      .execute()
    await leave(gone, 'keep')
    await due(gone)
    await removeDue()
    const shown = (await get(pal, `/api/posts/${own}`)).json()
    expect(shown.user ?? shown.author).toMatchObject({ full_name: 'Former member', avatar_url: null })
    expect(await reads(pal, `/api/spots/${alone}`)).toBe('200')
    expect(await count('comments', sql`id = ${comment}`)).toBe(1)
    expect(await count('appeals', sql`decision_id = ${decision_id}`)).toBe(0)
    expect(await count('moderation_decisions', sql`id = ${decision_id}`)).toBe(1)
    const profile = await personOf(gone.user_id)
    expect(profile).toMatchObject({ full_name: 'Former member', bio: null, is_admin: false })
    expect(profile?.username).toMatch(/^former\.[0-9a-f]{16}$/)
    expect(codeOf(await signIn(gone))).toBe('WRONG_CREDENTIALS')
    const lists = ['/api/people', '/api/people?q=former', '/api/search?q=former'].map((url) => get(pal, url))
    for (const list of await Promise.all(lists)) expect(list.body).not.toContain(gone.user_id)
    expect(await count('media', sql`id = ${picture_id} and unwanted_since is null`)).toBe(0)
  })

  test.each(['before', 'during'])(
    'nothing that a suspension from %s the grace hides stays behind, whatever was chosen',
    async (when) => {
      const { gone, pal, own, lonely, alone, comment } = await aLife(`olaf.${when}`)
      const suspend = () =>
        it.db
          .updateTable('profiles')
          .set({ suspended_at: new Date() })
          .where('user_id', '=', gone.user_id)
          .execute()
      if (when === 'before') {
        await suspend()
        expect(codeOf(await leave(await signInAgain(it, gone), 'keep'))).toBe('202')
      } else {
        expect(codeOf(await leave(gone, 'keep'))).toBe('202')
        await suspend()
      }
      await due(gone)
      await removeDue()
      for (const url of [`/api/posts/${own}`, `/api/posts/${lonely}`])
        expect(await reads(pal, url)).toBe('POST_NOT_FOUND')
      expect(await reads(pal, `/api/spots/${alone}`)).toBe('SPOT_NOT_FOUND')
      expect(await count('comments', sql`id = ${comment}`)).toBe(0)
      expect(await count('messages', sql`user_id = ${gone.user_id} and content is not null`)).toBe(0)
      expect(await count('account_deletions', sql`user_id = ${gone.user_id}`)).toBe(0)
    },
  )

  test('the name is not free at once, and again after a while', async () => {
    const jon = await signUp(it, 'jon')
    await leave(jon, 'remove')
    await due(jon)
    await removeDue()
    const again = (email: string) =>
      post(it.app, '/api/auth/sign-up', { username: 'Jon', email, password: 'some other good words' })
    expect(codeOf(await again('jon.two@example.com'))).toBe('USERNAME_TAKEN')
    expect(await count('reserved_usernames', sql`encode(digest, 'escape') like '%jon%'`)).toBe(0)
    await it.db.updateTable('reserved_usernames').set({ free_at: sql`now() - interval '1 day'` }).execute()
    expect(codeOf(await again('jon.two@example.com'))).toBe('202')
  })

  test('a removal that was cut off is ended by the next round, and cannot be taken back', async () => {
    const kim = await signUp(it, 'kim')
    await aPost(it.db, kim.user_id)
    await leave(kim, 'remove')
    await due(kim)
    await it.db
      .updateTable('account_deletions')
      .set({ begun_at: sql`now()` })
      .where('user_id', '=', kim.user_id)
      .execute()
    expect(codeOf(await signIn(kim, 'return'))).toBe('GONE')
    await Promise.all([removeDue(), removeDue()])
    expect(await personOf(kim.user_id)).toBeUndefined()
    expect(await mailsTo(it, kim.email, { about: 'has been deleted' })).toHaveLength(1)
  })

  test('I3 files go after the commit, once nothing shows them', async () => {
    const [lou, mia] = [await signUp(it, 'lou'), await signUp(it, 'mia')]
    const up = async (who: TestPerson) => {
      const media = await uploader(it, who).media(await phonePhoto())
      const { key } = await it.db
        .selectFrom('media')
        .select('key')
        .where('id', '=', media.id)
        .executeTakeFirstOrThrow()
      return { id: media.id, folder: join(it.dataDir, 'media', (key ?? '').slice(0, 2), key ?? '') }
    }
    const [hers, others] = [await up(lou), await up(mia)]
    const spot_id = await aSpotRow(it.db, mia.user_id)
    const share = (who: TestPerson, media_id: string) =>
      doings(it).ok(who, 'POST', '/api/posts', { media_ids: [media_id], spot_id, content: 'Look.' })
    await share(mia, others.id)
    await share(lou, hers.id)
    expect([existsSync(hers.folder), existsSync(others.folder)]).toEqual([true, true])
    await leave(lou, 'remove')
    await due(lou)
    await removeDue()
    await vi.waitFor(() => expect(existsSync(hers.folder)).toBe(false), { timeout: 30_000, interval: 200 })
    expect(await count('media', sql`id = ${hers.id}`)).toBe(0)
    expect(existsSync(others.folder)).toBe(true)
  })
})
