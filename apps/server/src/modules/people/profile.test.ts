import { readInstagram } from '@nollie/contract/people'
import { expect } from 'vitest'
import { post } from '../../../test/actors/people.ts'
import { aPost, aSpotRow, follow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import type { Actor } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

async function get(who: Actor, url: string) {
  return who.send('GET', url)
}

async function profile(who: Actor, user_id = who.user_id) {
  return (await get(who, `/api/people/${user_id}`)).json()
}

const FORM = { full_name: 'Ada L.', username: 'ada', bio: 'Ledges.', instagram_url: null }

async function edit(ada: Actor, form: object, { who = ada, version = -1 } = {}) {
  const on = version < 0 ? (await profile(who, who.user_id)).version : version
  return who.send('PATCH', '/api/profile', form, { version: on })
}

test('API-27 PROF-11 PROF-12 PROF-13 G-17 a profile has text, counts, and the names of mutual friends', async ({
  app,
  ada,
  ben,
}) => {
  const star = await aMember(app.db, 'star')
  const names = ['dora', 'carl', 'bea', 'emil']
  for (const name of names) {
    const friend = await aMember(app.db, name)
    await follow(app.db, ada.user_id, friend)
    await follow(app.db, friend, star)
  }
  await follow(app.db, ben.user_id, star)
  await follow(app.db, star, ada.user_id)
  const spot_id = await aSpotRow(app.db, star)
  await aPost(app.db, star, { spot_id })
  await aPost(app.db, star, { media: [] })
  const page = await profile(ada, star)
  expect(page).toMatchObject({
    username: 'star',
    full_name: null,
    bio: null,
    spots_count: 1,
    posts_count: 2,
    followers_count: 5,
    following_count: 1,
    following: false,
    follows_you: true,
  })
  expect(page.mutual.count).toBe(4)
  expect(page.mutual.people.map((one: { username: string }) => one.username)).toEqual(['bea', 'carl', 'dora'])
  expect((await profile(ben, star)).mutual).toEqual({ count: 0, people: [] })
  // A person's own profile shows no mutual friends.
  const [friend] = page.mutual.people
  await follow(app.db, friend.user_id, ada.user_id)
  expect((await profile(ada, ada.user_id)).mutual).toEqual({ count: 0, people: [] })
})

test('DATA-20 deleting and restoring a spot changes the counts of posts and spots', async ({
  app,
  ada,
  ben,
}) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  await aPost(app.db, ben.user_id, { spot_id })
  const numbers = async () => {
    const { spots_count, posts_count } = await profile(ada, ben.user_id)
    return [spots_count, posts_count]
  }
  expect(await numbers()).toEqual([1, 1])
  await ben.removeSpot(spot_id)
  expect(await numbers()).toEqual([0, 0])
})

test('DATA-01 a profile has the old product’s field names, and only one row no matter how often it is saved', async ({
  app,
  ada,
}) => {
  await edit(ada, FORM)
  await edit(ada, FORM)
  const page = await profile(ada, ada.user_id)
  for (const field of ['user_id', 'username', 'full_name', 'avatar_url', 'bio', 'instagram_url', 'is_admin'])
    expect(page, field).toHaveProperty(field)
  expect(page.is_admin).toBe(false)
  expect(Date.parse(page.created_at)).not.toBeNaN()
  expect(
    await app.db.selectFrom('profiles').where('user_id', '=', ada.user_id).selectAll().execute(),
  ).toHaveLength(1)
})

test('API-28 PROF-20 G-05 saves the whole form; empty fields become null', async ({ ada }) => {
  const saved = await edit(ada, { ...FORM, bio: '  ', instagram_url: 'instagram.com/ada.rolls/' })
  expect(saved.statusCode).toBe(200)
  expect(saved.json()).toMatchObject({
    full_name: 'Ada L.',
    bio: null,
    instagram_url: 'https://www.instagram.com/ada.rolls',
  })
  expect(saved.headers.etag).toBe(`"${saved.json().version}"`)
  const emptied = (await edit(ada, { ...FORM, full_name: '', bio: null, instagram_url: '' })).json()
  expect([emptied.full_name, emptied.bio, emptied.instagram_url]).toEqual([null, null, null])
})

test('the hometown is on the profile while the person shows it, and editing the form does not change it', async ({
  app,
  ada,
}) => {
  const show = (home_town: unknown) =>
    app.app.inject({
      method: 'PUT',
      url: '/api/profile/home-town',
      headers: ada.bearer,
      payload: { home_town } as object,
    })
  const { version } = await profile(ada, ada.user_id)
  expect((await profile(ada, ada.user_id)).home_town).toBeNull()
  expect((await show(' Lisbon, Portugal ')).json()).toMatchObject({ home_town: 'Lisbon, Portugal', version })
  expect((await profile(ada, ada.user_id)).home_town).toBe('Lisbon, Portugal')
  // The form has no hometown field, so saving it doesn't change the hometown.
  expect((await edit(ada, FORM)).json().home_town).toBe('Lisbon, Portugal')
  for (const wrong of ['x'.repeat(121), 7, 'Lis\ue000bon', { name: 'Lisbon' }]) {
    const refused = await show(wrong)
    expect([refused.statusCode, Object.keys(refused.json().fields ?? {})], String(wrong)).toEqual([
      400,
      ['home_town'],
    ])
  }
  expect((await show(null)).json().home_town).toBeNull()
})

test('an edit based on an older version is refused and changes nothing', async ({ ada }) => {
  const { version } = await profile(ada)
  expect((await edit(ada, FORM, { version })).statusCode).toBe(200)
  const late = await edit(ada, { ...FORM, bio: 'Late.' }, { version })
  expect([late.statusCode, late.json().code]).toEqual([412, 'STALE'])
  expect((await profile(ada)).bio).toBe('Ledges.')
})

test('G-05 a new username is unique ignoring case and look-alikes; sign-in still works', async ({
  app,
  ada,
  ben,
}) => {
  for (const username of ['BEN', 'ｂｅｎ', 'Admin', 'adm1n']) {
    const refused = await edit(ada, { ...FORM, username })
    expect([refused.statusCode, refused.json().code], username).toEqual([409, 'USERNAME_TAKEN'])
    expect(Object.keys(refused.json().fields ?? {})).toEqual(['username'])
  }
  expect((await edit(ada, { ...FORM, username: 'a b' })).json().fields).toHaveProperty('username')
  expect((await edit(ada, { ...FORM, username: 'AdA' })).json().username).toBe('AdA')
  expect((await edit(ada, { ...FORM, username: 'ada_rolls' })).json().username).toBe('ada_rolls')
  const session = (await get(ada, '/api/session')).json()
  expect(session.user.username).toBe('ada_rolls')
  const signIn = await post(app.app, '/api/auth/sign-in', { email: ada.email, password: ada.password })
  expect(signIn.statusCode).toBe(200)
  expect((await edit(ada, { ...FORM, username: 'ada' }, { who: ben })).json().username).toBe('ada')
  expect((await edit(ada, { ...FORM, username: 'ben' }, { who: ben })).statusCode).toBe(200)
})

test('of two people who take a username concurrently, one gets it', async ({ ada, ben }) => {
  const answers = await Promise.all([
    edit(ada, { ...FORM, username: 'the.one' }),
    edit(ada, { ...FORM, username: 'THE.one' }, { who: ben }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  await edit(ada, { ...FORM, username: 'ada' })
  await edit(ada, { ...FORM, username: 'ben' }, { who: ben })
})

test('C-16 A2 only ever writes the four fields of the form', async ({ ada, ben }) => {
  const before = await profile(ada)
  const more = { is_admin: true, user_id: ben.user_id, version: 99, followers_count: 5, avatar_url: '//evil' }
  await edit(ada, { ...FORM, ...more })
  const after = await profile(ada)
  expect([after.is_admin, after.user_id, after.followers_count, after.avatar_url]).toEqual([
    false,
    ada.user_id,
    before.followers_count,
    before.avatar_url,
  ])
  expect(after.version).toBe(before.version + 1)
})

test('C2 an Instagram link leads to instagram.com over https, or is refused with an error at the field', async ({
  ada,
}) => {
  const bad = [
    'javascript:alert(1)//instagram.com/x',
    'https://instagram.com.evil.example/ada',
    'https://evil.example/instagram.com/ada',
    'https://user@instagram.com/ada',
    'https://instagram.com:8443/ada',
    '//evil.example',
    'https://insta\tgram.com/ada',
    'data:text/html,x',
    'https://instagram.com/',
    'instagram.com',
    'http://evil.example/ada',
    '@ada rolls',
    'ada/rolls',
    'https://instagram.com\\@evil.example/ada',
    'https://İnstagram.com/ada',
  ]
  for (const instagram_url of bad) {
    const answer = await edit(ada, { ...FORM, instagram_url })
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})], instagram_url).toEqual([
      400,
      ['instagram_url'],
    ])
  }
  for (const good of [
    'https://instagram.com/ada',
    'https://www.instagram.com/ada/?hl=en',
    'HTTPS://Instagram.com/ada',
    'http://instagram.com/ada',
    'https://instagram.com/ada/reels/',
    '@ada',
    'ada',
  ])
    expect(readInstagram(good), good).toBe('https://www.instagram.com/ada')
})

test('C5 saves a name without bidirectional and invisible characters, within its length', async ({ ada }) => {
  const named = async (full_name: string) => (await edit(ada, { ...FORM, full_name })).json().full_name
  expect(await named('Ada\u202e nimda')).toBe('Ada nimda')
  expect(await named('a\u200bda\nda')).toBe('ada da')
  expect(await named(`e${'\u0301'.repeat(40)}`)).toBe(`e${'\u0301'.repeat(4)}`)
  expect(await named('\u200b\u200d\u3164')).toBeNull()
  for (const full_name of ['A\u200dda', 'x'.repeat(81), 'A\ud83da']) {
    const answer = await edit(ada, { ...FORM, full_name })
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, ['full_name']])
  }
  expect((await edit(ada, { ...FORM, full_name: 'Zoë Ñandú 李 🛹' })).statusCode).toBe(200)
})

test('refuses names that impersonate the operator; members who already have one can edit the rest (L11)', async ({
  app,
  ada,
}) => {
  for (const full_name of ['Nollie Support', 'Admin', 'Ada (Moderator)', 'N\u043ellie', 'Ｎｏｌｌｉｅ']) {
    const answer = await edit(ada, { ...FORM, full_name })
    expect([answer.statusCode, answer.json().code], full_name).toEqual([400, 'BAD_REQUEST'])
    expect(answer.json().fields.full_name).toContain('the people who run this server')
  }
  await app.db
    .updateTable('profiles')
    .set({ full_name: 'Admin Ada' })
    .where('user_id', '=', ada.user_id)
    .execute()
  expect((await edit(ada, { ...FORM, full_name: 'Admin Ada', bio: 'Curbs.' })).json().bio).toBe('Curbs.')
  expect((await edit(ada, { ...FORM, full_name: 'Adam Admiral' })).json().full_name).toBe('Adam Admiral')
})
