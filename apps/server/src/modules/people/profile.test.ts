import { readInstagram } from '@nollie/contract/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, post, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow, follow } from '../../../test/posts.ts'
import { aMediaItem, aMember } from '../../../test/spots.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(() => it.close())

const get = async (url: string, who: TestPerson = ada) => it.app.inject({ url, headers: who.bearer })
const profile = async (user_id = ada.user_id, who = ada) => (await get(`/api/people/${user_id}`, who)).json()
const WORDS = { full_name: 'Ada L.', username: 'ada', bio: 'Ledges.', instagram_url: null }
const edit = async (words: object, { who = ada, version = -1 } = {}) => {
  const on = version < 0 ? (await profile(who.user_id, who)).version : version
  return it.app.inject({
    method: 'PATCH',
    url: '/api/profile',
    payload: words,
    headers: { ...who.bearer, 'if-match': `"${on}"` },
  })
}
let keys = 0
const addPicture = (media_id: string, who = ada) => {
  keys += 1
  return post(
    it.app,
    '/api/profile/pictures',
    { media_id },
    { ...who.bearer, 'idempotency-key': `picture-${keys}` },
  )
}

test('PROF-11 PROF-12 PROF-13 G-17 a page has words, numbers, and the mutual followers by name', async () => {
  const star = await aMember(it.db, 'star')
  const names = ['dora', 'carl', 'bea', 'emil']
  for (const name of names) {
    const friend = await aMember(it.db, name)
    await follow(it.db, ada.user_id, friend)
    await follow(it.db, friend, star)
  }
  await follow(it.db, ben.user_id, star)
  await follow(it.db, star, ada.user_id)
  const spot_id = await aSpotRow(it.db, star)
  await aPost(it.db, star, { spot_id })
  await aPost(it.db, star, { media: [] })
  const page = await profile(star)
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
  expect((await profile(star, ben)).mutual).toEqual({ count: 0, people: [] })
  // Whoever follows back is nothing that one has in common with oneself.
  const [friend] = page.mutual.people
  await follow(it.db, friend.user_id, ada.user_id)
  expect((await profile(ada.user_id)).mutual).toEqual({ count: 0, people: [] })
})

test('DATA-20 a deleted spot hides its posts, and the numbers follow it there and back', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  await aPost(it.db, ben.user_id, { spot_id })
  const numbers = async () => {
    const { spots_count, posts_count } = await profile(ben.user_id)
    return [spots_count, posts_count]
  }
  expect(await numbers()).toEqual([1, 1])
  await it.app.inject({ method: 'DELETE', url: `/api/spots/${spot_id}`, headers: ben.bearer })
  expect(await numbers()).toEqual([0, 0])
})

test('DATA-01 a profile has the fields of old under their names, and one row whatever is saved', async () => {
  await edit(WORDS)
  await edit(WORDS)
  const page = await profile(ada.user_id)
  for (const field of ['user_id', 'username', 'full_name', 'avatar_url', 'bio', 'instagram_url', 'is_admin'])
    expect(page, field).toHaveProperty(field)
  expect(page.is_admin).toBe(false)
  expect(Date.parse(page.created_at)).not.toBeNaN()
  expect(
    await it.db.selectFrom('profiles').where('user_id', '=', ada.user_id).selectAll().execute(),
  ).toHaveLength(1)
})

test('PROF-20 G-05 the form is saved whole; what is empty becomes null', async () => {
  const saved = await edit({ ...WORDS, bio: '  ', instagram_url: 'instagram.com/ada.rolls/' })
  expect(saved.statusCode).toBe(200)
  expect(saved.json()).toMatchObject({
    full_name: 'Ada L.',
    bio: null,
    instagram_url: 'https://www.instagram.com/ada.rolls',
  })
  expect(saved.headers.etag).toBe(`"${saved.json().version}"`)
  const emptied = (await edit({ ...WORDS, full_name: '', bio: null, instagram_url: '' })).json()
  expect([emptied.full_name, emptied.bio, emptied.instagram_url]).toEqual([null, null, null])
})

test('a home town stands on the page while it is shown, and the form leaves it alone', async () => {
  const show = (home_town: unknown) =>
    it.app.inject({
      ...{ method: 'PUT', url: '/api/profile/home-town', headers: ada.bearer },
      payload: { home_town } as object,
    })
  const { version } = await profile(ada.user_id)
  expect((await profile(ada.user_id)).home_town).toBeNull()
  expect((await show(' Lisbon, Portugal ')).json()).toMatchObject({ home_town: 'Lisbon, Portugal', version })
  expect((await profile(ada.user_id)).home_town).toBe('Lisbon, Portugal')
  // The form of the page neither sees it nor takes it away.
  expect((await edit(WORDS)).json().home_town).toBe('Lisbon, Portugal')
  for (const wrong of ['x'.repeat(121), 7, 'Lis\ue000bon', { name: 'Lisbon' }]) {
    const refused = await show(wrong)
    expect([refused.statusCode, Object.keys(refused.json().fields ?? {})], String(wrong)).toEqual([
      400,
      ['home_town'],
    ])
  }
  expect((await show(null)).json().home_town).toBeNull()
})

test('an edit on an older version is refused and changes nothing', async () => {
  const { version } = await profile()
  expect((await edit(WORDS, { version })).statusCode).toBe(200)
  const late = await edit({ ...WORDS, bio: 'Late.' }, { version })
  expect([late.statusCode, late.json().code]).toEqual([412, 'STALE'])
  expect((await profile()).bio).toBe('Ledges.')
})

test('G-05 a new username is unique without regard to case and look-alike signs; sign-in goes on', async () => {
  for (const username of ['BEN', 'ｂｅｎ', 'Admin', 'adm1n']) {
    const refused = await edit({ ...WORDS, username })
    expect([refused.statusCode, refused.json().code], username).toEqual([409, 'USERNAME_TAKEN'])
    expect(Object.keys(refused.json().fields ?? {})).toEqual(['username'])
  }
  expect((await edit({ ...WORDS, username: 'a b' })).json().fields).toHaveProperty('username')
  expect((await edit({ ...WORDS, username: 'AdA' })).json().username).toBe('AdA')
  expect((await edit({ ...WORDS, username: 'ada_rolls' })).json().username).toBe('ada_rolls')
  const session = (await get('/api/session')).json()
  expect(session.user.username).toBe('ada_rolls')
  const signIn = await post(it.app, '/api/auth/sign-in', { email: ada.email, password: ada.password })
  expect(signIn.statusCode).toBe(200)
  expect((await edit({ ...WORDS, username: 'ada' }, { who: ben })).json().username).toBe('ada')
  expect((await edit({ ...WORDS, username: 'ben' }, { who: ben })).statusCode).toBe(200)
})

test('two people who take one name at one moment: one has it', async () => {
  const answers = await Promise.all([
    edit({ ...WORDS, username: 'the.one' }),
    edit({ ...WORDS, username: 'THE.one' }, { who: ben }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  await edit({ ...WORDS, username: 'ada' })
  await edit({ ...WORDS, username: 'ben' }, { who: ben })
})

test('C-16 A2 nothing but the four fields of the form is ever written', async () => {
  const before = await profile()
  const more = { is_admin: true, user_id: ben.user_id, version: 99, followers_count: 5, avatar_url: '//evil' }
  await edit({ ...WORDS, ...more })
  const after = await profile()
  expect([after.is_admin, after.user_id, after.followers_count, after.avatar_url]).toEqual([
    false,
    ada.user_id,
    before.followers_count,
    before.avatar_url,
  ])
  expect(after.version).toBe(before.version + 1)
})

test('C2 an Instagram link leads to instagram.com over https, or is refused with a word beside the field', async () => {
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
    const answer = await edit({ ...WORDS, instagram_url })
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

test('C5 a name is saved without signs that turn or hide others, and fits', async () => {
  const named = async (full_name: string) => (await edit({ ...WORDS, full_name })).json().full_name
  expect(await named('Ada\u202e nimda')).toBe('Ada nimda')
  expect(await named('a\u200bda\nda')).toBe('ada da')
  expect(await named(`e${'\u0301'.repeat(40)}`)).toBe(`e${'\u0301'.repeat(4)}`)
  expect(await named('\u200b\u200d\u3164')).toBeNull()
  for (const full_name of ['A\u200dda', 'x'.repeat(81), 'A\ud83da']) {
    const answer = await edit({ ...WORDS, full_name })
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, ['full_name']])
  }
  expect((await edit({ ...WORDS, full_name: 'Zoë Ñandú 李 🛹' })).statusCode).toBe(200)
})

test('nobody calls themselves by a name of the operator; who has one already may edit the rest (L11)', async () => {
  for (const full_name of ['Nollie Support', 'Admin', 'Ada (Moderator)', 'N\u043ellie', 'Ｎｏｌｌｉｅ']) {
    const answer = await edit({ ...WORDS, full_name })
    expect([answer.statusCode, answer.json().code], full_name).toEqual([400, 'BAD_REQUEST'])
    expect(answer.json().fields.full_name).toContain('the people who run this place')
  }
  await it.db
    .updateTable('profiles')
    .set({ full_name: 'Admin Ada' })
    .where('user_id', '=', ada.user_id)
    .execute()
  expect((await edit({ ...WORDS, full_name: 'Admin Ada', bio: 'Curbs.' })).json().bio).toBe('Curbs.')
  expect((await edit({ ...WORDS, full_name: 'Adam Admiral' })).json().full_name).toBe('Adam Admiral')
})

test('API-68 PROF-25 a photo becomes the picture and a post of its own, once per key', async () => {
  const media_id = await aMediaItem(it.db, ada.user_id)
  const made = await addPicture(media_id)
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ avatar_media_id: media_id })
  expect(made.json().avatar_url).toMatch(/^\/media\/[a-z2-7]{26}\/400\.webp$/)
  keys -= 1
  expect((await addPicture(media_id)).json().avatar_media_id).toBe(media_id)
  const { items } = (await get(`/api/people/${ada.user_id}/pictures`)).json()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    kind: 'profile_picture',
    title: 'Profile Picture',
    content: 'Updated profile picture',
    user: { avatar_url: made.json().avatar_url },
  })
})

test('C-10 DATA-18 P-08 a profile picture is liked and commented like any other item', async () => {
  const [picture] = (await get(`/api/people/${ada.user_id}/pictures`, ben)).json().items
  const item = `/api/posts/${picture.id}/media/0`
  const liked = await it.app.inject({ method: 'PUT', url: `${item}/like`, headers: ben.bearer })
  expect(liked.json()).toMatchObject({ likes_count: 1 })
  const said = await post(
    it.app,
    `/api/posts/${picture.id}/comments`,
    { content: 'Sharp.', media_index: 0 },
    { ...ben.bearer, 'idempotency-key': 'on-a-picture' },
  )
  expect(said.statusCode).toBe(201)
  expect((await get(`${item}/likes`)).json().items).toMatchObject([{ user_id: ben.user_id }])
  const comments = await get(`/api/posts/${picture.id}/comments?media_index=0`)
  expect(comments.json().items).toMatchObject([{ content: 'Sharp.' }])
  const [after] = (await get(`/api/people/${ada.user_id}/pictures`)).json().items
  expect(after.media[0]).toMatchObject({ likes_count: 1, comments_count: 1 })
})

test('a video, another person’s photo or a taken one is no picture; nothing is half-done', async () => {
  const before = await profile()
  const video = await aMediaItem(it.db, ada.user_id, { type: 'video' })
  expect((await addPicture(video)).json().code).toBe('WRONG_TYPE')
  expect((await addPicture(await aMediaItem(it.db, ben.user_id))).json().code).toBe('MEDIA_NOT_FOUND')
  expect((await addPicture(before.avatar_media_id)).json().code).toBe('MEDIA_TAKEN')
  const { attached_at } = await it.db
    .selectFrom('media')
    .select('attached_at')
    .where('id', '=', video)
    .executeTakeFirstOrThrow()
  expect(attached_at).toBeNull()
  const { avatar_url, posts_count } = await profile()
  expect({ avatar_url, posts_count }).toEqual({
    avatar_url: before.avatar_url,
    posts_count: before.posts_count,
  })
})

test('API-39 A7 PROF-03 the history has every profile picture by kind, newest first; a forged title is not in it', async () => {
  await aPost(it.db, ada.user_id, { title: 'Profile Picture' })
  const second = await aMediaItem(it.db, ada.user_id)
  await addPicture(second)
  const { items } = (await get(`/api/people/${ada.user_id}/pictures`, ben)).json()
  expect(items).toHaveLength(2)
  expect(items[0].media[0].media.id).toBe(second)
})

test('MEDIA-22 MEDIA-23 API-30 an older own picture is set again; others’ and other posts are not', async () => {
  const { items } = (await get(`/api/people/${ada.user_id}/pictures`)).json()
  const older = items[1]
  const choose = (post_id: string, who = ada) =>
    it.app.inject({
      method: 'PUT',
      url: '/api/profile/picture',
      payload: { post_id },
      headers: who.bearer,
    })
  expect((await choose(older.id)).json().avatar_media_id).toBe(older.media[0].media.id)
  expect((await choose(older.id, ben)).json().code).toBe('POST_NOT_FOUND')
  expect((await choose(await aPost(it.db, ada.user_id))).json().code).toBe('POST_NOT_FOUND')
})

test('a picture goes with its post, and can be taken off with the post staying', async () => {
  const { items } = (await get(`/api/people/${ada.user_id}/pictures`)).json()
  const worn = items.find(
    (one: { media: { media: { id: string } }[] }) => one.media[0]?.media.id !== undefined,
  )
  await it.app.inject({
    method: 'PUT',
    url: '/api/profile/picture',
    payload: { post_id: worn.id },
    headers: ada.bearer,
  })
  const before = await it.db
    .selectFrom('events')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  await it.app.inject({ method: 'DELETE', url: `/api/posts/${worn.id}`, headers: ada.bearer })
  const told = await it.db
    .selectFrom('events')
    .select(['name', 'data'])
    .where('topic', '=', 'people')
    .where('id', '>', before.last)
    .execute()
  expect(told).toContainEqual({ name: 'person', data: { kind: 'profile', user_id: ada.user_id } })
  const without = await profile()
  expect([without.avatar_url, without.avatar_media_id]).toEqual([null, null])
  await addPicture(await aMediaItem(it.db, ada.user_id))
  const removed = await it.app.inject({
    method: 'DELETE',
    url: '/api/profile/picture',
    headers: ada.bearer,
  })
  expect(removed.json().avatar_url).toBeNull()
  expect((await get(`/api/people/${ada.user_id}/pictures`)).json().items).toHaveLength(2)
})
