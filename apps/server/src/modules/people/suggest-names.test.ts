import { expect } from 'vitest'
import { aMember } from '../../../test/makers/spots.ts'
import { type Actor, actor, getOutcome } from '../../../test/actors/actor.ts'
import { test as base } from '../../../test/world/fixtures.ts'

const test = base.extend('adam', { scope: 'file' }, ({ app }) => actor(app, 'adam'))
test.beforeAll(async ({ app }) => {
  for (const name of ['adalbert.long', 'adele', 'adi', 'adrian', 'adriana', 'advik'])
    await aMember(app.db, name)
})

async function offered(who: Actor, q: string) {
  return (await who.offerNames({ q })).items
}

async function names(who: Actor, q: string) {
  return (await offered(who, q)).map(({ username }) => username)
}

test('suggests names by prefix, followed people first, at most six, never oneself', async ({
  adam,
  app,
  ada,
  ben,
}) => {
  expect(await names(ben, 'ad')).toEqual([ada.username, 'adi', adam.username, 'adele', 'advik', 'adrian'])
  expect(await names(ada, 'AD')).not.toContain('ada')
  const [long] = await offered(ben, 'adalb')
  await ben.followPerson(long?.user_id ?? '')
  expect((await names(ben, 'ad')).slice(0, 2)).toEqual(['adalbert.long', 'ada'])
  await app.db
    .updateTable('profiles')
    .set({ full_name: 'Inês Okafor' })
    .where('username', '=', 'advik')
    .execute()
  expect(await names(ben, 'ines')).toEqual(['advik'])
  for (const q of ['da', 'a%', '__']) expect(await names(ben, q), q).toEqual([])
  for (const q of ['', 'a', ' ']) expect(await getOutcome(ben.offerNames({ q }))).toBe('BAD_REQUEST')
})

test('people across a block and suspended people are neither suggested nor linked in a bio', async ({
  app,
  ada,
  ben,
  adam,
}) => {
  const bio = 'Films @adam, and @nobody. https://example.org'
  const { version } = await ada.getProfile(ada.user_id)
  const edit = { username: 'ada', full_name: null, bio, instagram_url: null }
  await ada.editProfile(edit, { version })
  const named = async () => (await ben.getProfile(ada.user_id)).bio_mentions
  expect(await named()).toEqual([{ username: 'adam', user_id: adam.user_id }])
  await adam.blockPerson(ben.user_id)
  expect(await named()).toEqual([])
  expect(await names(ben, 'adam')).toEqual([])
  await app.db.deleteFrom('blocks').execute()
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', adam.user_id)
    .execute()
  expect(await named()).toEqual([])
  expect(await names(ben, 'adam')).toEqual([])
})
