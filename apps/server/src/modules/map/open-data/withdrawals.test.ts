import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Actor, actor, createVisitor } from '../../../../test/actors/actor.ts'
import { aSpotRow } from '../../../../test/makers/posts.ts'
import { sharePhotoSpot } from '../../../../test/makers/spots.ts'
import type { TestApp } from '../../../../test/world/app.ts'
import { testWith } from '../../../../test/world/fixtures.ts'
import { jobsDone } from '../../../../test/world/jobs.ts'
import { until } from '../../../../test/world/until.ts'
import { queueRenewal, RENEW_OPEN_DATA } from './renew-open-data-job.ts'
import { type OpenDataDeps, renewOpenData } from './store-open-data.service.ts'

const test = testWith({ memberLicense: 'ODbL-1.0' })

function buildDeps(app: TestApp): OpenDataDeps {
  const publicUrl = new URL('http://localhost:3000')
  return { db: app.db, files: app.storage.area('open'), publicUrl, members: 'ODbL-1.0' }
}

/** Downloads the file as a stranger. */
async function download(app: TestApp): Promise<string> {
  const visitor = createVisitor(app)
  const { file } = await visitor.getOpenData()
  const { rawPayload } = await visitor.send('GET', String(file?.path))
  return gunzipSync(rawPayload).toString()
}

async function change(who: Actor, id: string, changes: Parameters<Actor['editSpot']>[1]) {
  await who.editSpot(id, changes, { version: (await who.getSpot(id)).version })
}

/** Makes the next {@link renewOpenData} write a file. */
async function makeDue(app: TestApp) {
  await app.db.insertInto('spot_withdrawals').defaultValues().execute()
}

async function hideWithPost(app: TestApp, ben: Actor, mod: Actor, spot_id: string) {
  const { id } = await app.db
    .selectFrom('posts')
    .select('id')
    .where('spot_id', '=', spot_id)
    .executeTakeFirstOrThrow()
  await ben.report({ report_type: 'other', description: 'Rude.', reported_post_id: id })
  const found = (await mod.listCases()).items.find(({ kind }) => kind === 'post')
  await mod.decideCase(found?.id ?? '', { action: 'hide', reason: 'Rude.', spot_texts: 'hide' })
}

async function deleteAccount(app: TestApp, who: Actor) {
  await who.deleteAccount({ password: who.password, content: 'remove' })
  await app.db
    .updateTable('account_deletions')
    .set({ asked_at: sql`now() - interval '15 days'`, due_at: sql`now() - interval '1 day'` })
    .where('user_id', '=', who.user_id)
    .execute()
  await app.jobs.runTimer('accounts due for deletion')
}

test('a file with a spot that was withdrawn minutes ago is not served until it is renewed', async ({
  app,
  ada,
}) => {
  await aSpotRow(app.db, ada.user_id, 'Plaza of the outdated file')
  await makeDue(app)
  await renewOpenData(buildDeps(app))
  const visitor = createVisitor(app)
  const { file } = await visitor.getOpenData()
  const ask = () => visitor.send('GET', String(file?.path))
  await makeDue(app)
  expect((await ask()).statusCode).toBe(200)
  await sql`insert into spot_withdrawals (queued_at) values (now() - interval '301 seconds')`.execute(app.db)
  const refused = await ask()
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'UNAVAILABLE'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await renewOpenData(buildDeps(app))
  expect((await ask()).statusCode).toBe(200)
})

type Withdrawal = {
  how: string
  withdraw: (it: { app: TestApp; owner: Actor; ben: Actor; mod: Actor; id: string }) => Promise<unknown>
}

test.for<Withdrawal>([
  { how: 'deleted', withdraw: ({ owner, id }) => owner.removeSpot(id) },
  {
    how: 'shown to fewer people',
    withdraw: ({ owner, id }) => change(owner, id, { audience: 'only_me', exact_for: 'only_me' }),
  },
  {
    how: 'shown less precisely',
    withdraw: ({ owner, id }) => change(owner, id, { precision: 'town', exact_for: 'only_me' }),
  },
  {
    how: 'shown less precisely by a member who then deletes the account',
    withdraw: async ({ app, owner, id }) => {
      await change(owner, id, { precision: 'about_1_km', exact_for: 'only_me' })
      await deleteAccount(app, owner)
    },
  },
  { how: 'hidden by a moderator', withdraw: ({ app, ben, mod, id }) => hideWithPost(app, ben, mod, id) },
  { how: 'deleted with its creator’s account', withdraw: ({ app, owner }) => deleteAccount(app, owner) },
  {
    how: 'deleted for good',
    withdraw: ({ app, id }) => app.db.deleteFrom('spots').where('id', '=', id).execute(),
  },
])('A10 the monthly file omits a spot that is $how', async ({ how, withdraw }, { app, ben, mod }) => {
  const owner = await actor(app, `owner${how.replaceAll(/\W/g, '').slice(-20)}`)
  const name = `Ledge that is ${how}`
  const id = await sharePhotoSpot(app, owner, { name, description: null })
  await makeDue(app)
  await renewOpenData(buildDeps(app))
  expect(await download(app)).toContain(name)
  await withdraw({ app, owner, ben, mod, id })
  await renewOpenData(buildDeps(app))
  const text = await download(app)
  expect(text).not.toContain(name)
  if (how !== 'hidden by a moderator') expect(text).not.toContain(id)
})

test('A10 a withdrawal that commits while or after the file is read makes the next one due', async ({
  app,
  ada,
}) => {
  const id = await aSpotRow(app.db, ada.user_id, 'Withdrawn meanwhile')
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', id).execute()
    await makeDue(app)
    await renewOpenData(buildDeps(app))
    expect(await download(app)).toContain('Withdrawn meanwhile')
  })
  await renewOpenData(buildDeps(app))
  expect(await download(app)).not.toContain('Withdrawn meanwhile')
})

test('A10 two processes that renew the file at the same time leave one complete file', async ({
  app,
  ada,
}) => {
  await aSpotRow(app.db, ada.user_id, 'In both')
  await makeDue(app)
  await Promise.all([renewOpenData(buildDeps(app)), renewOpenData(buildDeps(app))])
  await renewOpenData(buildDeps(app))
  expect(await download(app)).toContain('In both')
  const rows = await app.db.selectFrom('open_data_files').select('id').execute()
  const keys: string[] = []
  for await (const key of app.storage.area('open').keys()) keys.push(key)
  expect(keys).toEqual(rows.map(({ id }) => id.replaceAll('-', '')))
})

test('A10 a withdrawal renews the file without waiting for the next schedule, but not within a minute', async ({
  app,
  ada,
}) => {
  const id = await aSpotRow(app.db, ada.user_id, 'Withdrawn later')
  await makeDue(app)
  await renewOpenData(buildDeps(app))
  const setFile = (interval: string, spots: number) =>
    sql`update open_data_files set made_at = now() + ${interval}::interval, spots = ${spots}`.execute(app.db)
  // A renewal that an earlier test caused may still replace the file.
  await setFile('1 hour', 1)
  await jobsDone(app.db, RENEW_OPEN_DATA.name)
  await setFile('1 hour', 1)
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', id).execute()
  expect(await queueRenewal(app)).toBe(true)
  expect(await download(app)).toContain('Withdrawn later')
  // A large file takes longer to write.
  await setFile('-2 minutes', 1_000_000)
  expect(await queueRenewal(app)).toBe(true)
  await setFile('-2 minutes', 1)
  await until(async () => expect(await download(app)).not.toContain('Withdrawn later'), { timeout: 120_000 })
})

test('only descriptions from the source are included, even after a member’s account was deleted', async ({
  app,
  visitor,
}) => {
  const cases = [
    { source: 'City', description: 'From the city' },
    { source: 'City', description: 'Edited by a member' },
    { source: null, description: 'Added by a member' },
  ]
  for (const [n, { source, description }] of cases.entries()) {
    const id = await aSpotRow(app.db, null, `Described ${n}`)
    const licence = source && 'CC0'
    await app.db
      .updateTable('spots')
      .set({ source, source_id: source && id, source_licence: licence, description })
      .where('id', '=', id)
      .execute()
    if (n === 1)
      await sql`insert into spot_edits (id, spot_id, user_id, action, version, before)
        values (${id}, ${id}, null, 'edit', 2, '{"description": null}')`.execute(app.db)
  }
  const { body } = await visitor.send('GET', '/api/open/spots.geojson?bbox=2.1,41.3,2.3,41.5')
  expect(cases.map(({ description }) => body.includes(description))).toEqual([true, false, false])
})
