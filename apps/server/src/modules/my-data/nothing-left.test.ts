import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { keysIn } from '../../../test/stored.ts'
import type { TestApp } from '../../../test/app.ts'
import { storedMails, mailsTo, tokenIn } from '../../../test/mails.ts'
import { phonePhoto } from '../../../test/media-files.ts'
import { PASSING } from '../../../test/modules.ts'
import { signUp } from '../../../test/people.ts'
import { aSpot } from '../../../test/spots.ts'
import { uploader } from '../../../test/uploads.ts'
import { type Actor, actor, actorFor } from '../../../test/actor.ts'
import { testWith } from '../../../test/fixtures.ts'

// Every text that the person writes contains this, and so do their names and addresses.
const CANARY = 'cnry'

/** Where the canary may remain after an account and its content were removed, and why: `table.column`, or a folder. */
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

const test = testWith({ media: { unwantedFor: 0, sweepEvery: 1 } })

const found = async (app: TestApp): Promise<string[]> => {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
    app.db,
  )
  expect(tables.rows.length).toBeGreaterThan(50)
  const places = new Set<string>()
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ key: string; value: string }>`
      select field.key, min(field.value) as value
      from ${sql.table(`${schema}.${name}`)} t cross join lateral jsonb_each_text(to_jsonb(t)) field
      where field.value ilike ${`%${CANARY}%`} group by field.key`.execute(app.db)
    for (const { key } of rows) places.add(`${schema === 'public' ? '' : `${schema}.`}${name}.${key}`)
  }
  for (const file of filesIn(app.dataDir)) {
    const hit = `${file} ${readFileSync(file, 'latin1')}`.toLowerCase().includes(CANARY)
    if (hit) places.add(relative(app.dataDir, file).split('/')[0] ?? '')
  }
  return [...places].toSorted()
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })

/** Makes all rows with a limited retention older. */
const age = async (app: TestApp, days: number): Promise<void> => {
  const passing = PASSING.map(({ name }) => name)
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%' and is_generated = 'NEVER'
      and table_name = any (${passing}) and table_name not in ('spots', 'media')
    union all values ('jobs.job', 'completed_on'), ('jobs.queue', 'maintain_on')`.execute(app.db)
  for (const { table, column } of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(days => ${days})`.execute(
      app.db,
    )
}

const jobsLeft = async (app: TestApp, state: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from jobs.job where name not like '\\_\\_%' and ${state}`.execute(app.db)
  return rows[0]?.n ?? -1
}
const quiet = (app: TestApp) =>
  vi.waitFor(async () => expect(await jobsLeft(app, sql`state < 'completed'`)).toBe(0), { timeout: 30_000 })

/** Runs every scheduled job, until the queue's own tables are empty, too. */
const cleanUp = async (app: TestApp): Promise<void> => {
  for (const name of app.jobs.timers) await app.jobs.runTimer(name)
  await vi.waitFor(
    async () => expect(await jobsLeft(app, sql`completed_on < now() - interval '1 day'`)).toBe(0),
    {
      timeout: 30_000,
      interval: 500,
    },
  )
}

const write = (what: string) => `${CANARY} ${what} that ${CANARY} wrote`

/** One of each content that a person can write, and responses of others. */
const writeEverything = async (app: TestApp, gone: Actor, pal: Actor, mod: Actor) => {
  const photo = async (who: Actor) =>
    (await uploader(app, who).media(await phonePhoto(), { filename: `${CANARY}.jpg` })).id
  await gone.editProfile(
    {
      ...{ full_name: write('name'), username: gone.username, bio: write('bio') },
      instagram_url: `https://instagram.com/${CANARY}_insta`,
    },
    { version: 1 },
  )
  await gone.setHomeTown({ home_town: write('town') })
  await gone.addPicture({ media_id: await photo(gone) })
  const spot = async (name: string) => {
    const { id } = await gone.shareSpot({
      ...aSpot({ name: write(name), description: write('description'), media_ids: [await photo(gone)] }),
      ...{ address: `${CANARY} street`, city: `${CANARY} city`, state: `${CANARY} state` },
      ...{ country: `${CANARY} country`, postal_code: CANARY },
    })
    return id
  }
  const edit = async (who: Actor, id: string, changes: object) => {
    const { version } = await who.getSpot(id)
    await who.editSpot(id, changes, { version })
  }
  await spot('lonely spot')
  const shared = await spot('shared spot')
  await edit(gone, shared, { name: write('second name'), city: `${CANARY} second city` })
  await edit(mod, shared, { name: 'By the mod', description: 'By the mod, too' })
  await edit(mod, shared, { name: 'By the mod once more' })
  await edit(gone, shared, { name: write('third name') })
  await edit(mod, shared, { name: 'By the mod at last' })
  await pal.addMedia({ spot_id: shared, media_ids: [], title: 'From a friend', content: 'Here too.' })
  const own = await gone.addMedia({
    ...{ spot_id: shared, media_ids: [await photo(gone)], title: write('title'), content: write('content') },
  })
  const theirs = await pal.addMedia({ spot_id: shared, media_ids: [], content: 'Look.', title: 'Look' })
  const key = `${CANARY}-${randomUUID()}`.slice(0, 36)
  const comment = await gone.addComment(theirs.id, { content: write('comment') }, { key })
  await pal.comments(own.id, 'Thanks.')
  await gone.shareContent({ title: write('shared content'), media_ids: [await photo(gone)] })
  const asked = await gone.startDiscussion({ title: write('question'), content: write('its text') })
  await pal.addDiscussionComment(asked.id, { content: 'An answer.' })
  const other = await pal.startDiscussion({ title: 'Wax', content: 'Which?' })
  await gone.addDiscussionComment(other.id, { content: write('answer') })
  await gone.sendMessage(pal.user_id, { content: write('message') })
  await pal.sendMessage(gone.user_id, { content: 'Sure.' })
  await gone.followPerson(pal.user_id)
  await pal.followPerson(gone.user_id)
  const report = (who: Actor, about: object, description: string) =>
    who.report({ report_type: 'other', description, ...about })
  await report(gone, { reported_post_id: theirs.id }, write('report'))
  await report(pal, { reported_comment_id: comment.id }, 'Not nice.')
  const open = (await mod.listCases()).items
  const about = open.find(({ kind }) => kind === 'comment')
  await mod.decideCase(about?.id ?? '', { action: 'warn', reason: 'Four.' })
  const [mail] = await mailsTo(app, gone.email, { about: 'About your' })
  await gone.appeal({ token: tokenIn(mail, 'token'), words: write('appeal') })
  await gone.askForExport()
  await mailsTo(app, gone.email, { about: 'data' })
  await gone.forgotPassword({ email: gone.email })
  return { shared }
}

test('L9 after the grace period no table and no file contains a text or an address of the person, except as listed', async ({
  mod,
  app,
}) => {
  const pal = await actor(app, 'pal')
  const before = await signUp(app, `${CANARY}.owl`)
  const gone = actorFor(app, { ...before, email: `${CANARY}.new@example.com` })
  await gone.changeEmail({ password: gone.password, email: gone.email })
  const [proof] = await mailsTo(app, gone.email)
  await gone.confirmEmail({ token: tokenIn(proof, 'email') })
  const { shared } = await writeEverything(app, gone, pal, mod)
  // Requests of others contain the address, too.
  await pal.changeEmail({ password: pal.password, email: gone.email })
  await quiet(app)
  const everywhere = await found(app)
  for (const place of [
    'posts.title',
    'spot_edits.before',
    'messages.content',
    'appeals.words',
    'email_changes.new_email',
  ])
    expect(everywhere).toContain(place)

  await gone.deleteAccount({ password: gone.password, content: 'remove' })
  await quiet(app)
  await age(app, 15)
  await cleanUp(app)
  await vi.waitFor(async () => expect(await storedMails(app, gone.email)).not.toEqual([]))
  await quiet(app)
  await age(app, 1)
  await cleanUp(app)
  await vi.waitFor(
    async () => {
      await app.jobs.runTimer('media collector')
      expect((await found(app)).filter((place) => !(place in STAYS))).toEqual([])
    },
    { timeout: 20_000, interval: 1_000 },
  )
  expect(await keysIn(app.storage.area('exports'))).toEqual([])

  // Content of others stays, in its order.
  await mod.signsInAgain()
  const { items } = await mod.getSpotHistory(shared)
  expect(items.map(({ before: fields }) => fields)).toEqual([
    { name: null },
    { name: 'By the mod once more' },
    { name: 'By the mod' },
    { name: null, description: null },
    { name: null, city: null },
  ])
}, 120_000)
