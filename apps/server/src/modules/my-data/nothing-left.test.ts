import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CaseSummary } from '@nollie/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { storedMails, mailsTo, tokenIn } from '../../../test/mails.ts'
import { phonePhoto } from '../../../test/media-files.ts'
import { PASSING } from '../../../test/modules.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, post, signInAgain, signUp, type TestPerson } from '../../../test/people.ts'
import { aSpot } from '../../../test/spots.ts'
import { uploader } from '../../../test/uploads.ts'

// Everything that somebody can write, each with this in it; so has each name and address they had.
const CANARY = 'cnry'

/** What may be found after the end of an account whose content was to be removed, and why: `table.column`, or a folder. */
const STAYS: Readonly<Record<string, string>> = {
  'spots.name': 'a place where others posted stays, with its name and where it is (decision 0024)',
  'spots.address': 'the same',
  'spots.city': 'the same',
  'spots.state': 'the same',
  'spots.country': 'the same',
  'spots.postal_code': 'the same',
  'spots.search_name': 'the same, folded',
  'spots.search_text': 'the same, folded',
  'spots.search_place': 'the same, folded',
  'reports.description': 'a report stays for those who decide, and names nobody (decision 0024)',
  'report_cases.words': 'so do cases about somebody (decision 0024)',
  outbox: 'without a mail server: the last mails, for thirty days (decision 0024)',
}

let it: TestApp
let does: ReturnType<typeof doings>
beforeAll(async () => {
  it = await testApp({ media: { unwantedFor: 0, sweepEvery: 1 } })
  does = doings(it)
})
afterAll(() => it.close())

const found = async (): Promise<string[]> => {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
    it.db,
  )
  expect(tables.rows.length).toBeGreaterThan(50)
  const places = new Set<string>()
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ key: string; value: string }>`
      select field.key, min(field.value) as value
      from ${sql.table(`${schema}.${name}`)} t cross join lateral jsonb_each_text(to_jsonb(t)) field
      where field.value ilike ${`%${CANARY}%`} group by field.key`.execute(it.db)
    for (const { key } of rows) places.add(`${schema === 'public' ? '' : `${schema}.`}${name}.${key}`)
  }
  for (const file of filesIn(it.dataDir)) {
    const hit = `${file} ${readFileSync(file, 'latin1')}`.toLowerCase().includes(CANARY)
    if (hit) places.add(relative(it.dataDir, file).split('/')[0] ?? '')
  }
  return [...places].toSorted()
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })

/** What is there for a while only becomes so much older. */
const age = async (days: number): Promise<void> => {
  const passing = PASSING.map(({ name }) => name)
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%' and is_generated = 'NEVER'
      and table_name = any (${passing}) and table_name not in ('spots', 'media')
    union all values ('jobs.job', 'completed_on'), ('jobs.queue', 'maintain_on')`.execute(it.db)
  for (const { table, column } of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(days => ${days})`.execute(
      it.db,
    )
}

const jobsLeft = async (state: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from jobs.job where name not like '\\_\\_%' and ${state}`.execute(it.db)
  return rows[0]?.n ?? -1
}
const quiet = () =>
  vi.waitFor(async () => expect(await jobsLeft(sql`state < 'completed'`)).toBe(0), { timeout: 30_000 })

/** Everything that runs regularly, until the queue has cleared itself as well. */
const cleanUp = async (): Promise<void> => {
  for (const name of it.jobs.timers) await it.jobs.runTimer(name)
  await vi.waitFor(async () => expect(await jobsLeft(sql`completed_on < now() - interval '1 day'`)).toBe(0), {
    timeout: 30_000,
    interval: 500,
  })
}

const write = (what: string) => `${CANARY} ${what} that ${CANARY} wrote`
const make = async (who: TestPerson, url: string, body: object, headers: Record<string, string> = {}) =>
  (await does.ok(who, 'POST', url, body, headers)).json<{ id: string }>().id

/** One of everything that a person can write, and others who answer to it. */
const aLife = async (gone: TestPerson, pal: TestPerson, judge: TestPerson) => {
  const photo = async (who: TestPerson) =>
    (await uploader(it, who).media(await phonePhoto(), { filename: `${CANARY}.jpg` })).id
  await does.ok(
    gone,
    'PATCH',
    '/api/profile',
    {
      ...{ full_name: write('name'), username: gone.username, bio: write('bio') },
      instagram_url: `https://instagram.com/${CANARY}_insta`,
    },
    { 'if-match': '"1"' },
  )
  await does.ok(gone, 'PUT', '/api/profile/home-town', { home_town: write('town') })
  await make(gone, '/api/profile/pictures', { media_id: await photo(gone) })
  const spot = async (name: string) =>
    make(gone, '/api/spots', {
      ...aSpot({ name: write(name), description: write('description'), media_ids: [await photo(gone)] }),
      ...{ address: `${CANARY} street`, city: `${CANARY} city`, state: `${CANARY} state` },
      ...{ country: `${CANARY} country`, postal_code: CANARY },
    })
  const edit = async (who: TestPerson, id: string, changes: object) => {
    const { version } = (await does.ok(who, 'GET', `/api/spots/${id}`)).json<{ version: number }>()
    await does.ok(who, 'PATCH', `/api/spots/${id}`, changes, { 'if-match': `"${version}"` })
  }
  await spot('lonely spot')
  const shared = await spot('shared spot')
  await edit(gone, shared, { name: write('second name'), city: `${CANARY} second city` })
  await edit(judge, shared, { name: 'By the judge', description: 'By the judge, too' })
  await edit(judge, shared, { name: 'By the judge once more' })
  await edit(gone, shared, { name: write('third name') })
  await edit(judge, shared, { name: 'By the judge at last' })
  await make(pal, '/api/posts', {
    spot_id: shared,
    media_ids: [],
    title: 'From a friend',
    content: 'Here too.',
  })
  const own = await make(gone, '/api/posts', {
    ...{ spot_id: shared, media_ids: [await photo(gone)], title: write('title'), content: write('content') },
  })
  const theirs = await make(pal, '/api/posts', {
    spot_id: shared,
    media_ids: [],
    content: 'Look.',
    title: 'Look',
  })
  const key = { 'idempotency-key': `${CANARY}-${randomUUID()}`.slice(0, 36) }
  const said = await make(gone, `/api/posts/${theirs}/comments`, { content: write('comment') }, key)
  await make(pal, `/api/posts/${own}/comments`, { content: 'Thanks.' })
  await make(gone, '/api/content', { title: write('shared content'), media_ids: [await photo(gone)] })
  const begun = await make(gone, '/api/discussions', { title: write('question'), content: write('its text') })
  await make(pal, `/api/discussions/${begun}/comments`, { content: 'An answer.' })
  const other = await make(pal, '/api/discussions', { title: 'Wax', content: 'Which?' })
  await make(gone, `/api/discussions/${other}/comments`, { content: write('answer') })
  await make(gone, `/api/messages/with/${pal.user_id}`, { content: write('message') })
  await make(pal, `/api/messages/with/${gone.user_id}`, { content: 'Sure.' })
  await does.ok(gone, 'PUT', `/api/people/${pal.user_id}/follow`)
  await does.ok(pal, 'PUT', `/api/people/${gone.user_id}/follow`)
  const report = (who: TestPerson, about: object, description: string) =>
    does.ok(who, 'POST', '/api/reports', { report_type: 'other', description, ...about })
  await report(gone, { reported_post_id: theirs }, write('report'))
  await report(pal, { reported_comment_id: said }, 'Not nice.')
  const open = (await does.ok(judge, 'GET', '/api/moderation/cases')).json<{ items: CaseSummary[] }>().items
  const about = open.find(({ kind }) => kind === 'comment')
  await does.ok(judge, 'POST', `/api/moderation/cases/${about?.id}/decision`, {
    action: 'warn',
    reason: 'Four.',
  })
  const [mail] = await mailsTo(it, gone.email, { about: 'About your' })
  const appeal = { token: tokenIn(mail, 'token'), words: write('appeal') }
  expect((await post(it.app, '/api/appeals', appeal)).statusCode).toBeLessThan(300)
  await does.ok(gone, 'POST', '/api/my-data/exports')
  await mailsTo(it, gone.email, { about: 'data' })
  await post(it.app, '/api/auth/password-resets', { email: gone.email })
  return { shared }
}

test('L9 after the grace no table and no file holds what a person wrote, or an address of theirs, but what is listed', async () => {
  const { pal, judge } = await people(it, 'pal', 'judge')
  await makeAdmin(it.db, judge.user_id)
  const before = await signUp(it, `${CANARY}.owl`)
  await post(
    it.app,
    '/api/account/email',
    { password: before.password, email: `${CANARY}.new@example.com` },
    before.bearer,
  )
  const gone = { ...before, email: `${CANARY}.new@example.com` }
  const [proof] = await mailsTo(it, gone.email)
  const confirmed = await post(it.app, '/api/auth/email-confirmations', { token: tokenIn(proof, 'email') })
  expect(confirmed.statusCode).toBe(204)
  const { shared } = await aLife(gone, pal, judge)
  // Others name the address as well.
  const wanted = { password: pal.password, email: gone.email }
  expect((await post(it.app, '/api/account/email', wanted, pal.bearer)).statusCode).toBeLessThan(300)
  await quiet()
  const everywhere = await found()
  for (const place of [
    'posts.title',
    'spot_edits.before',
    'messages.content',
    'appeals.words',
    'email_changes.new_email',
  ])
    expect(everywhere).toContain(place)

  const left = await post(
    it.app,
    '/api/account/leaving',
    { password: gone.password, content: 'remove' },
    gone.bearer,
  )
  expect(left.statusCode).toBe(202)
  await quiet()
  await age(15)
  await cleanUp()
  await vi.waitFor(async () => expect(await storedMails(it, gone.email)).not.toEqual([]))
  await quiet()
  await age(1)
  await cleanUp()
  await vi.waitFor(
    async () => {
      await it.jobs.runTimer('media collector')
      expect((await found()).filter((place) => !(place in STAYS))).toEqual([])
    },
    { timeout: 20_000, interval: 1_000 },
  )
  expect(readdirSync(join(it.dataDir, 'exports'))).toEqual([])

  // What others wrote is where it was, in the order in which it was written.
  const { items } = (
    await does.ok(await signInAgain(it, judge), 'GET', `/api/spots/${shared}/history`)
  ).json<{
    items: { before: object }[]
  }>()
  expect(items.map(({ before: fields }) => fields)).toEqual([
    { name: null },
    { name: 'By the judge once more' },
    { name: 'By the judge' },
    { name: null, description: null },
    { name: null, city: null },
  ])
}, 120_000)
