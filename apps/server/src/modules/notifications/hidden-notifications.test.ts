import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, signInAgain, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'
import { deleteOldNotifications } from './notify.queries.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
let act: ReturnType<typeof doings>
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
  act = doings(it)
})
beforeEach(async () => {
  await it.db.deleteFrom('notifications').execute()
  await it.db.deleteFrom('notification_mutes').execute()
  await it.db.deleteFrom('blocks').execute()
})
afterAll(() => it.close())

const typesOf = async (who: TestPerson) => (await act.rowsOf(who)).map(({ type }) => type)

test('A1 B1 news is for the person it is for: visitors get none, others cannot read or mark it', async () => {
  const post = await aPost(it.db, ada.user_id)
  await act.like(ben, post)
  const [line] = await act.news(ada)
  const calls = [
    ['GET', '/api/notifications'],
    ['GET', '/api/notifications/unread'],
    ['PUT', '/api/notifications/read', { until: new Date().toISOString() }],
    ['PUT', `/api/notifications/${line!.id}/read`],
    ['GET', '/api/notifications/switches'],
    ['PATCH', '/api/notifications/switches', { like: false }],
  ] as const
  for (const [method, url, body] of calls)
    expect((await act.send(null, method, url, body)).statusCode, url).toBe(401)
  expect((await act.send(ben, 'PUT', `/api/notifications/${line!.id}/read`)).json().code).toBe('NOT_FOUND')
  expect(await act.news(ben)).toEqual([])
  const cursor = Buffer.from(JSON.stringify(['news', line!.created_at, line!.id])).toString('base64url')
  expect((await act.page(ben, cursor)).items).toEqual([])
  expect((await act.send(ben, 'GET', '/api/notifications?cursor=abc')).json().code).toBe('BAD_CURSOR')
  await act.ok(ben, 'PUT', '/api/notifications/read', { until: new Date().toISOString() })
  expect(await act.rowsOf(ada)).toMatchObject([{ read_at: null }])
})

test('no news crosses a block, and what was told before vanishes for as long as it stands', async () => {
  const post = await aPost(it.db, ada.user_id)
  await act.like(ben, post)
  await act.like(cleo, post)
  expect(await act.unread(ada)).toBe(2)
  await act.block(ben, ada)
  expect(await act.unread(ada)).toBe(1)
  expect(await act.news(ada)).toMatchObject([{ actors_count: 1, actors: [{ username: 'cleo' }] }])

  const other = await aPost(it.db, ada.user_id)
  await it.db
    .insertInto('likes')
    .values({ id: crypto.randomUUID(), post_id: other, media_index: 0, user_id: ben.user_id })
    .execute()
  await act.like(cleo, other)
  await act.say(cleo, other, 'Nice')
  const rows = await act.rowsOf(ada)
  expect(rows.filter(({ post_id }) => post_id === other).map((row) => row.from_user_id)).toEqual([
    cleo.user_id,
    cleo.user_id,
  ])
  await it.db.deleteFrom('blocks').execute()
  const lines = await act.news(ada)
  expect(lines.find((line) => line.type === 'like' && line.post_id === post)).toMatchObject({
    actors_count: 2,
  })
})

test('what a suspended person did is not told, and comes back with them', async () => {
  const post = await aPost(it.db, ada.user_id)
  await act.say(ben, post, 'Hello')
  const suspend = (suspended_at: string | null) =>
    it.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', ben.user_id).execute()
  await suspend(new Date().toISOString())
  expect([await act.news(ada), await act.unread(ada)]).toEqual([[], 0])
  await suspend(null)
  expect(await act.unread(ada)).toBe(1)
  ben = await signInAgain(it, ben)
})

test('what is of somebody across a block is not told, and what was told of it vanishes from list and badge', async () => {
  const post = await aPost(it.db, cleo.user_id, { title: 'A secret of Cleo' })
  const said = await act.say(ben, post, 'First')
  await act.say(ada, post, 'Yes', said.id)
  expect((await act.news(ben)).map(({ type }) => type)).toEqual(['comment_reply'])
  const away = (suspended_at: string | null) =>
    it.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', cleo.user_id).execute()
  await away(new Date().toISOString())
  expect([await act.news(ben), await act.unread(ben)]).toEqual([[], 0])
  await away(null)
  expect(await act.unread(ben)).toBe(1)
  cleo = await signInAgain(it, cleo)

  await act.block(ben, cleo)
  expect([await act.news(ben), await act.unread(ben)]).toEqual([[], 0])
  await act.say(ada, post, 'And @ben', said.id)
  const events = () => it.db.selectFrom('events').select('id').where('topic', '=', `user:${ben.user_id}`)
  const before = await events().execute()
  await act.ok(ada, 'PUT', `/api/comments/${said.id}/like`)
  const other = await aPost(it.db, cleo.user_id)
  await act.say(ada, other, 'Look, @ben')
  const { id } = (
    await act.ok(cleo, 'POST', '/api/discussions', { title: 'Ledges', content: 'Wax?', category: 'general' })
  ).json<{ id: string }>()
  await act.ok(ada, 'POST', `/api/discussions/${id}/comments`, { content: 'Ask @ben' })
  expect((await act.rowsOf(ben)).filter(({ type }) => type !== 'comment_reply')).toEqual([])
  expect(await events().execute()).toEqual(before)
})

test('what is switched off is not written; what is not named stays as it was', async () => {
  const post = await aPost(it.db, ada.user_id)
  const all = (await act.ok(ada, 'GET', '/api/notifications/switches')).json()
  expect(Object.values(all)).toEqual(Array(11).fill(true))
  const off = await act.ok(ada, 'PATCH', '/api/notifications/switches', { like: false, comment: false })
  expect(off.json()).toEqual({ ...all, like: false, comment: false })
  await act.like(ben, post)
  await act.say(ben, post, 'Hm')
  expect(await typesOf(ada)).toEqual([])
  await act.say(ben, post, 'Hm, @ada')
  expect(await typesOf(ada)).toEqual(['mention'])
  const on = await act.ok(ada, 'PATCH', '/api/notifications/switches', { comment: true })
  expect(on.json()).toEqual({ ...all, like: false })
  await act.say(cleo, post, 'Well')
  expect(await typesOf(ada)).toEqual(['mention', 'comment'])
  const wrong = await act.send(ada, 'PATCH', '/api/notifications/switches', { like: 'no' })
  expect(wrong.statusCode).toBe(400)
})

test('A8 whoever loses posts with a spot hears of it, until it comes back', async () => {
  const spot_id = await aSpotRow(it.db, ada.user_id, 'Forum')
  const posts = [await aPost(it.db, ben.user_id, { spot_id }), await aPost(it.db, ben.user_id, { spot_id })]
  await aPost(it.db, ada.user_id, { spot_id })
  await act.like(cleo, posts[0]!)
  await act.ok(ada, 'DELETE', `/api/spots/${spot_id}`)
  expect(await act.news(ben)).toMatchObject([
    {
      type: 'spot_removed',
      from_user_id: null,
      actors: [],
      actors_count: 0,
      spot: { id: spot_id, name: 'Forum' },
    },
  ])
  expect(await act.unread(ben)).toBe(1)
  expect(await act.rowsOf(ada)).toEqual([])
  await makeAdmin(it.db, cleo.user_id)
  await act.ok(cleo, 'POST', `/api/spots/${spot_id}/restore`)
  expect((await act.news(ben)).map(({ type }) => type)).toEqual(['like'])
})

test('G-22 news goes with the post, item, comment or person it is about', async () => {
  const [gone, item] = [
    await aPost(it.db, ada.user_id),
    await aPost(it.db, ada.user_id, { media: ['image', 'image'] }),
  ]
  await act.like(ben, gone)
  await act.like(ben, item)
  const comment = await act.say(ben, item, 'Hello @cleo')
  const reply = await act.say(ada, item, 'Hi', comment.id)
  await act.ok(ada, 'DELETE', `/api/posts/${gone}`)
  expect(await typesOf(ada)).toEqual(['like', 'comment'])
  await act.ok(ada, 'DELETE', `/api/comments/${reply.id}`)
  expect(await typesOf(ben)).toEqual([])
  await act.ok(ben, 'DELETE', `/api/comments/${comment.id}`)
  expect([await typesOf(ada), await typesOf(cleo)]).toEqual([['like'], []])
  await act.ok(ada, 'DELETE', `/api/posts/${item}/media/0`)
  expect(await typesOf(ada)).toEqual([])
})

test('a like taken back within the day stays told; deleting a post while it is liked harms neither', async () => {
  const post = await aPost(it.db, ada.user_id)
  await act.like(ben, post)
  await act.like(ben, post, false)
  expect(await typesOf(ada)).toEqual(['like'])
  await it.db
    .insertInto('likes')
    .values({
      id: crypto.randomUUID(),
      ...{ post_id: post, media_index: 0, user_id: cleo.user_id },
    })
    .execute()
  await act.ok(ada, 'DELETE', `/api/posts/${post}`)
  await act.like(ben, await aPost(it.db, ada.user_id))
  expect(await typesOf(ada)).toEqual(['like'])
})

test('after ninety days news is forgotten', async () => {
  const post = await aPost(it.db, ada.user_id)
  await act.like(ben, post)
  await act.like(cleo, post)
  await it.db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() - 91 * 24 * 3600_000) })
    .where('from_user_id', '=', ben.user_id)
    .execute()
  await deleteOldNotifications(it.db, 90)
  expect((await act.rowsOf(ada)).map(({ from_user_id }) => from_user_id)).toEqual([cleo.user_id])
})
