import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { phonePhoto } from '../../../test/makers/media-files.ts'
import { anAppeal } from '../../../test/makers/moderation.ts'
import { storedMails, mailsTo, tokenIn } from '../../../test/services/mails.ts'
import { post } from '../../../test/actors/people.ts'
import { aPost, aSpotRow, follow } from '../../../test/makers/posts.ts'
import { aMediaItem } from '../../../test/makers/spots.ts'
import { uploader } from '../../../test/actors/uploads.ts'
import { Outbox } from '../../platform/mail/index.ts'
import { PERSONAL_COLUMNS } from './personal-columns.ts'
import { deleteDueAccounts } from './account-deletion.service.ts'
import { type Actor, actor, getOutcome } from '../../../test/actors/actor.ts'
import { testWith } from '../../../test/world/fixtures.ts'
import { until } from '../../../test/world/until.ts'

const test = testWith({ media: { unwantedFor: 0, sweepEvery: 1 } })

function getCode(answer: { statusCode: number; body: string }): string {
  return answer.statusCode < 400 ? String(answer.statusCode) : String(JSON.parse(answer.body).code)
}

function leave(who: Actor, content: 'remove' | 'keep', password = who.password) {
  return who.deleteAccount({ password, content })
}

function signIn(app: TestApp, { email, password }: Actor, path = 'sign-in') {
  return post(app.app, `/api/auth/${path}`, { email, password })
}

function due(app: TestApp, who: Actor) {
  return app.db
    .updateTable('account_deletions')
    .set({ asked_at: sql`now() - interval '15 days'`, due_at: sql`now() - interval '1 day'` })
    .where('user_id', '=', who.user_id)
    .execute()
}

function deleteDue(app: TestApp) {
  const outbox = new Outbox(join(app.dataDir, 'outbox'))
  return deleteDueAccounts({ ...app, forgetMailsTo: (address) => outbox.forgetTo(address) })
}

async function count(app: TestApp, table: string, where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${sql.table(table)} where ${where}`.execute(app.db)
  return rows[0]?.n ?? -1
}

test('every column that identifies a person has a retention rule', async ({ app }) => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and column_name ~ '^(user|owner|author|reporter|from_user|created_by|deleted_by)(_id)?$'`.execute(
    app.db,
  )
  const named = rows.map(({ name }) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !(name in PERSONAL_COLUMNS)).sort()).toEqual([])
  // The list also includes columns without a foreign key. Those must exist, too.
  for (const name of Object.keys(PERSONAL_COLUMNS)) {
    const [table = '', column = ''] = name.split('.')
    await sql`select ${sql.ref(column)} from ${sql.table(table)} limit 0`.execute(app.db)
  }
})

describe('the grace period', () => {
  test('deletion needs the password, ends all sessions, and hides the person and their posts', async ({
    app,
    visitor,
  }) => {
    const [ada, ben] = [await actor(app, 'ada'), await actor(app, 'ben')]
    const post_id = await aPost(app.db, ada.user_id)
    const spot_id = await aSpotRow(app.db, ada.user_id)
    expect(await getOutcome(leave(ada, 'remove', 'not the password'))).toBe('WRONG_PASSWORD')
    await ben.getPost(post_id)
    const { due_at } = await leave(ada, 'remove')
    const days = (Date.parse(due_at) - Date.now()) / 86_400_000
    expect([days > 13.9, days <= 14.001]).toEqual([true, true])
    for (const headers of [ada.bearer, ada.cookie])
      expect((await visitor.getSession(undefined, { headers })).user).toBeNull()
    expect(await getOutcome(ben.getPost(post_id))).toBe('POST_NOT_FOUND')
    expect(JSON.stringify(await ben.listPosts())).not.toContain(post_id)
    const [mail] = await mailsTo(app, ada.email, { about: 'will be deleted' })
    expect(mail?.text).toContain('choose to keep your account')
    expect(mail?.text).toMatch(/Your\s+spots\s+stay\s+on\s+the\s+map\s+without\s+your\s+name\./)
    const spot = await ben.getSpot(spot_id)
    expect(spot).toMatchObject({ id: spot_id, created_by: null })
    expect(JSON.stringify(spot)).not.toContain(ada.user_id)
  })

  test('signing in offers to cancel the deletion, which shows everything again', async ({ app }) => {
    const [cleo, dora] = [await actor(app, 'cleo'), await actor(app, 'dora')]
    const post_id = await aPost(app.db, cleo.user_id)
    await leave(cleo, 'remove')
    expect(getCode(await signIn(app, { ...cleo, password: 'not the password' }))).toBe('WRONG_CREDENTIALS')
    const refused = await signIn(app, cleo)
    expect([refused.statusCode, getCode(refused)]).toEqual([403, 'LEAVING'])
    expect(refused.json().detail).toMatch(/will be deleted on \w+ \d+, \d{4}/)
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect(getCode(await signIn(app, { ...cleo, password: 'not the password' }, 'return'))).toBe(
      'WRONG_CREDENTIALS',
    )
    const back = await signIn(app, cleo, 'return')
    expect([getCode(back), Boolean(back.headers['set-cookie'])]).toEqual(['200', true])
    await dora.getPost(post_id)
    await due(app, cleo)
    await deleteDue(app)
    expect(getCode(await signIn(app, cleo))).toBe('200')
    await mailsTo(app, cleo.email, { about: 'won’t be deleted' })
  })

  test('B6 an emailed link can also delete the account; the response does not reveal who has an account', async ({
    app,
  }) => {
    const eva = await actor(app, 'eva')
    const ask = (email: string) => post(app.app, '/api/auth/leaving-mails', { email })
    const answers = [await ask(eva.email), await ask('nobody@example.com')]
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [202, ''],
      [202, ''],
    ])
    const [mail] = await mailsTo(app, eva.email, { about: 'Delete your' })
    const token = /delete-account\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const confirm = () => post(app.app, '/api/auth/leaving', { token, content: 'remove' })
    expect([getCode(await confirm()), getCode(await confirm())]).toEqual(['202', 'BAD_TOKEN'])
    expect(getCode(await signIn(app, eva))).toBe('LEAVING')
  })

  test('undoing an email change also cancels a deletion, because one thief may have done both', async ({
    app,
  }) => {
    const nora = await actor(app, 'nora')
    await nora.changeEmail({ password: nora.password, email: 'thief@example.com' })
    const [proof] = await mailsTo(app, 'thief@example.com')
    const confirmed = await post(app.app, '/api/auth/email-confirmations', { token: tokenIn(proof, 'email') })
    expect(getCode(confirmed)).toBe('204')
    await leave(nora, 'remove')
    const [undoMail] = await mailsTo(app, nora.email, { about: 'email was changed' })
    const undone = await post(app.app, '/api/auth/email-undos', { token: tokenIn(undoMail, 'undo') })
    expect(getCode(undone)).toBe('204')
    expect(await findPerson(app, nora.user_id)).toMatchObject({ is_hidden: false })
    await deleteDue(app)
    expect((await findPerson(app, nora.user_id))?.username).toBe('nora')
  })

  test('a new password invalidates a requested link', async ({ app }) => {
    const finn = await actor(app, 'finn')
    await post(app.app, '/api/auth/leaving-mails', { email: finn.email })
    const [mail] = await mailsTo(app, finn.email, { about: 'Delete your' })
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const words = { current_password: finn.password, new_password: 'some other good words' }
    await finn.changePassword(words)
    expect(getCode(await post(app.app, '/api/auth/leaving', { token, content: 'remove' }))).toBe('BAD_TOKEN')
  })
})

/** Creates a person with one of each kind of content, and another person who responded to it. */
async function aPerson(app: TestApp, name: string) {
  const [gone, pal] = [await actor(app, name), await actor(app, `${name}.pal`)]
  const theirs = await aPost(app.db, pal.user_id)
  const alone = await aSpotRow(app.db, gone.user_id, 'Nobody else was here')
  const shared = await aSpotRow(app.db, gone.user_id, 'Everybody was here')
  const palPost = await aPost(app.db, pal.user_id, { spot_id: shared })
  const own = await aPost(app.db, gone.user_id, { spot_id: shared })
  const lonely = await aPost(app.db, gone.user_id, { spot_id: alone })
  const { id: comment_id } = await gone.comments(theirs, 'Clean.')
  await pal.comments(own, 'Thanks.')
  await gone.likes(theirs)
  await follow(app.db, gone.user_id, pal.user_id)
  await follow(app.db, pal.user_id, gone.user_id)
  const write = (who: Actor, to: Actor, content: string) => who.sendMessage(to.user_id, { content })
  await write(gone, pal, 'Session tomorrow?')
  await write(pal, gone, 'Sure, at nine.')
  await gone.setPreferences({ theme: 'dark' })
  return { gone, pal, theirs, own, alone, shared, palPost, lonely, comment: comment_id }
}

function findPerson(app: TestApp, id: string) {
  return app.db.selectFrom('profiles').selectAll().where('user_id', '=', id).executeTakeFirst()
}

describe('the deletion', () => {
  test('with `remove` only the person’s emptied messages remain; other people’s content stays', async ({
    app,
  }) => {
    const { gone, pal, theirs, own, alone, shared, palPost, lonely } = await aPerson(app, 'gus')
    await leave(gone, 'remove')
    await mailsTo(app, gone.email, { about: 'will be deleted' })
    await due(app, gone)
    await deleteDue(app)
    expect(getCode(await signIn(app, gone))).toBe('WRONG_CREDENTIALS')
    expect(getCode(await signIn(app, gone, 'return'))).toBe('WRONG_CREDENTIALS')
    expect([await getOutcome(pal.getPost(own)), await getOutcome(pal.getPost(lonely))]).toEqual([
      'POST_NOT_FOUND',
      'POST_NOT_FOUND',
    ])
    expect([await getOutcome(pal.getPost(theirs)), await getOutcome(pal.getPost(palPost))]).toEqual([
      'done',
      'done',
    ])
    expect([await getOutcome(pal.getSpot(alone)), await getOutcome(pal.getSpot(shared))]).toEqual([
      'SPOT_NOT_FOUND',
      'done',
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
      expect([table, await count(app, table, sql`${sql.ref(column)} = ${id}`)]).toEqual([table, 0])
    expect(await count(app, 'messages', sql`user_id = ${id} and content is not null`)).toBe(0)
    expect(await count(app, 'messages', sql`user_id = ${pal.user_id} and content is not null`)).toBe(1)
    expect(await findPerson(app, id)).toMatchObject({
      full_name: 'Former member',
      bio: null,
      is_hidden: false,
    })
    await mailsTo(app, gone.email, { about: 'has been deleted' })
    const subjects = (await storedMails(app, gone.email)).map(({ subject }) => subject)
    expect(subjects, 'the outbox forgets the address, but for the last mail').toHaveLength(1)
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(u::text, ' ') from users u) || (select string_agg(p::text, ' ') from profiles p) as text`.execute(
      app.db,
    )
    expect(rows[0]?.text).not.toContain('gus@')
    expect(rows[0]?.text).not.toMatch(/\bgus\b(?!\.pal)/)
  })

  test('without threads the account’s row is also deleted', async ({ app }) => {
    const hugo = await actor(app, 'hugo')
    await aPost(app.db, hugo.user_id)
    await leave(hugo, 'remove')
    await due(app, hugo)
    await deleteDue(app)
    expect(await findPerson(app, hugo.user_id)).toBeUndefined()
    expect(await count(app, 'users', sql`id = ${hugo.user_id}`)).toBe(0)
  })

  test('with `keep` the content stays, attributed to a former member whom no list shows', async ({ app }) => {
    const { gone, pal, own, alone, comment } = await aPerson(app, 'ines')
    const picture_id = await aMediaItem(app.db, gone.user_id)
    const { decision_id } = await anAppeal(app.db, gone.user_id, own)
    await app.db
      .updateTable('profiles')
      .set({ bio: 'Ines from Sants', full_name: 'Ines Real Name' })
      .where('user_id', '=', gone.user_id)
      .execute()
    await leave(gone, 'keep')
    await due(app, gone)
    await deleteDue(app)
    expect((await pal.getPost(own)).user).toMatchObject({ full_name: 'Former member', avatar_url: null })
    await pal.getSpot(alone)
    expect(await count(app, 'comments', sql`id = ${comment}`)).toBe(1)
    expect(await count(app, 'appeals', sql`decision_id = ${decision_id}`)).toBe(0)
    expect(await count(app, 'moderation_decisions', sql`id = ${decision_id}`)).toBe(1)
    const profile = await findPerson(app, gone.user_id)
    expect(profile).toMatchObject({ full_name: 'Former member', bio: null, is_admin: false })
    expect(profile?.username).toMatch(/^former\.[0-9a-f]{16}$/)
    expect(getCode(await signIn(app, gone))).toBe('WRONG_CREDENTIALS')
    const lists = [pal.findPeople(), pal.findPeople({ q: 'former' }), pal.search({ q: 'former' })]
    for (const list of await Promise.all(lists)) expect(JSON.stringify(list)).not.toContain(gone.user_id)
    expect(await count(app, 'media', sql`id = ${picture_id} and unwanted_since is null`)).toBe(0)
  })

  for (const when of ['before', 'during'])
    test(`content hidden by a suspension from ${when} the grace period is deleted, even with \`keep\``, async ({
      app,
    }) => {
      const { gone, pal, own, lonely, alone, comment } = await aPerson(app, `olaf.${when}`)
      const suspend = () =>
        app.db
          .updateTable('profiles')
          .set({ suspended_at: new Date() })
          .where('user_id', '=', gone.user_id)
          .execute()
      if (when === 'before') {
        await suspend()
        await gone.signsInAgain()
        await leave(gone, 'keep')
      } else {
        await leave(gone, 'keep')
        await suspend()
      }
      await due(app, gone)
      await deleteDue(app)
      for (const id of [own, lonely]) expect(await getOutcome(pal.getPost(id))).toBe('POST_NOT_FOUND')
      expect(await getOutcome(pal.getSpot(alone))).toBe('SPOT_NOT_FOUND')
      expect(await count(app, 'comments', sql`id = ${comment}`)).toBe(0)
      expect(await count(app, 'messages', sql`user_id = ${gone.user_id} and content is not null`)).toBe(0)
      expect(await count(app, 'account_deletions', sql`user_id = ${gone.user_id}`)).toBe(0)
    })

  test('the username is reserved for a while, then free', async ({ app }) => {
    const jon = await actor(app, 'jon')
    await leave(jon, 'remove')
    await due(app, jon)
    await deleteDue(app)
    const again = (email: string) =>
      post(app.app, '/api/auth/sign-up', { username: 'Jon', email, password: 'some other good words' })
    expect(getCode(await again('jon.two@example.com'))).toBe('USERNAME_TAKEN')
    expect(await count(app, 'reserved_usernames', sql`encode(digest, 'escape') like '%jon%'`)).toBe(0)
    await app.db.updateTable('reserved_usernames').set({ free_at: sql`now() - interval '1 day'` }).execute()
    expect(getCode(await again('jon.two@example.com'))).toBe('202')
  })

  test('an interrupted deletion can’t be cancelled, and the next run completes it', async ({ app }) => {
    const kim = await actor(app, 'kim')
    await aPost(app.db, kim.user_id)
    await leave(kim, 'remove')
    await due(app, kim)
    await app.db
      .updateTable('account_deletions')
      .set({ begun_at: sql`now()` })
      .where('user_id', '=', kim.user_id)
      .execute()
    expect(getCode(await signIn(app, kim, 'return'))).toBe('GONE')
    await Promise.all([deleteDue(app), deleteDue(app)])
    expect(await findPerson(app, kim.user_id)).toBeUndefined()
    expect(await mailsTo(app, kim.email, { about: 'has been deleted' })).toHaveLength(1)
  })

  test('I3 files are deleted after the commit, once no post uses them', async ({ app }) => {
    const [lou, mia] = [await actor(app, 'lou'), await actor(app, 'mia')]
    const up = async (who: Actor) => {
      const media = await uploader(app, who).media(await phonePhoto())
      const { key } = await app.db
        .selectFrom('media')
        .select('key')
        .where('id', '=', media.id)
        .executeTakeFirstOrThrow()
      return { id: media.id, folder: join(app.dataDir, 'media', (key ?? '').slice(0, 2), key ?? '') }
    }
    const [hers, others] = [await up(lou), await up(mia)]
    const spot_id = await aSpotRow(app.db, mia.user_id)
    const share = (who: Actor, media_id: string) =>
      who.addMedia({ media_ids: [media_id], spot_id, content: 'Look.' })
    await share(mia, others.id)
    await share(lou, hers.id)
    expect([existsSync(hers.folder), existsSync(others.folder)]).toEqual([true, true])
    await leave(lou, 'remove')
    await due(app, lou)
    await deleteDue(app)
    await until(() => expect(existsSync(hers.folder)).toBe(false), { interval: 200 })
    expect(await count(app, 'media', sql`id = ${hers.id}`)).toBe(0)
    expect(existsSync(others.folder)).toBe(true)
  })
})

test('a phone number is deleted with the account, and so are the messages stored for it', async ({ app }) => {
  const nia = await actor(app, 'nia')
  const number = '+12025550142'
  await app.db.insertInto('phones').values({ user_id: nia.user_id, number }).execute()
  const outbox = new Outbox(join(app.dataDir, 'outbox'))
  await outbox.put('a-message', Buffer.from(`To: ${number}\nSubject: Text message\n\n123456\n`))
  expect(await storedMails(app, number)).toHaveLength(1)
  await leave(nia, 'keep')
  await due(app, nia)
  await deleteDue(app)
  expect(await count(app, 'phones', sql`number = ${number}`)).toBe(0)
  expect(await storedMails(app, number)).toEqual([])
})
