import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { people, member, type TestPerson } from '../../../test/people.ts'
import { aPost } from '../../../test/posts.ts'
import { rollUpCounts } from '../posts/index.ts'
import { notify } from './index.ts'

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
})
afterAll(() => it.close())

test('F4 NOTIF-07 a hundred toggles of following, some at once, are one notification', async () => {
  const url = `/api/people/${ada.user_id}/follow`
  for (let n = 0; n < 40; n++) await act.ok(ben, n % 2 ? 'DELETE' : 'PUT', url)
  await Promise.all(Array.from({ length: 60 }, (_, n) => act.send(ben, n % 2 ? 'DELETE' : 'PUT', url)))
  await act.ok(ben, 'PUT', url)
  await act.ok(cleo, 'PUT', url)
  expect(await act.rowsOf(ada)).toHaveLength(2)
  expect(await act.news(ada)).toMatchObject([
    { type: 'follow', actors: [{ username: 'cleo' }, { username: 'ben' }], actors_count: 2 },
  ])
})

test('comments of one person at once are one line, and a refused one tells nobody', async () => {
  const post = await aPost(it.db, ada.user_id)
  await Promise.all(Array.from({ length: 8 }, (_, n) => act.say(ben, post, `at once ${n} @cleo`)))
  expect((await act.rowsOf(ada)).map(({ type }) => type)).toEqual(['comment'])
  expect(await act.rowsOf(cleo)).toHaveLength(8)
  await it.db.deleteFrom('notifications').execute()
  const url = `/api/posts/${post}/comments`
  const refused = await act.send(ben, 'POST', url, { content: '@cleo', parent_comment_id: post })
  expect(refused.statusCode).toBe(404)
  expect([await act.rowsOf(ada), await act.rowsOf(cleo)]).toEqual([[], []])
})

test('I7 I9 likes, comments, rollups and deletions at once neither fail nor leave news of what is gone', async () => {
  for (let round = 0; round < 6; round++) {
    const posts = await Promise.all(
      [1, 2, 3].map(() => aPost(it.db, ada.user_id, { media: ['image', 'image'] })),
    )
    const tries = posts.flatMap((post) => [
      act.send(ben, 'PUT', `/api/posts/${post}/media/0/like`),
      act.send(cleo, 'PUT', `/api/posts/${post}/media/1/like`),
      act.send(ben, 'POST', `/api/posts/${post}/comments`, { content: 'Oh @cleo' }),
      act.send(cleo, 'POST', `/api/posts/${post}/comments`, { content: 'Well', media_index: 1 }),
      act.send(ada, 'DELETE', round % 2 ? `/api/posts/${post}` : `/api/posts/${post}/media/0`),
      act.send(ada, 'PUT', '/api/notifications/read', { until: new Date().toISOString() }),
    ])
    const [answers] = await Promise.all([Promise.all(tries), rollUpCounts(it.db), rollUpCounts(it.db)])
    for (const answer of answers) expect([200, 201, 204, 404], answer.body).toContain(answer.statusCode)
    await rollUpCounts(it.db)
  }
  const { rows } = await sql<{ orphans: number; own: number; likes: number; told: number }>`
    select
      (select count(*) from notifications n where n.post_id is not null and not exists (select from post_media pm
        where pm.post_id = n.post_id and pm.media_index = n.media_index)) as orphans,
      (select count(*) from notifications where user_id = from_user_id) as own,
      (select count(*) from likes) as likes,
      (select count(*) from notifications n where type = 'like' and exists (select from likes l
        where l.post_id = n.post_id and l.media_index = n.media_index and l.user_id = n.from_user_id)) as told`.execute(
    it.db,
  )
  expect(rows[0]).toMatchObject({ orphans: 0, own: 0 })
  expect(rows[0]?.told).toBe(rows[0]?.likes)
})

test('the outcome of a report is told to its reporter, by the house', async () => {
  const post_id = await aPost(it.db, ada.user_id)
  await act.ok(ben, 'POST', '/api/reports', {
    report_type: 'spam',
    description: null,
    reported_post_id: post_id,
  })
  const { id } = await it.db
    .updateTable('report_cases')
    .set({ status: 'closed' })
    .where('post_id', '=', post_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const outcome = { type: 'report_outcome', from_user_id: null, target_id: id, case_id: id } as const
  await it.db.transaction().execute((tx) => notify(tx, { ...outcome, user_ids: [ben.user_id] }))
  expect(await act.news(ben)).toMatchObject([
    {
      type: 'report_outcome',
      from_user_id: null,
      actors: [],
      report: { case_id: id, kind: 'post', status: 'closed' },
    },
  ])
  expect(await act.rowsOf(ada)).toEqual([])
})

test('G-22 whoever is deleted takes along what they were told and what they told', async () => {
  const eve = await member(it, 'eve')
  const [hers, adas] = [await aPost(it.db, eve.user_id), await aPost(it.db, ada.user_id)]
  await act.say(eve, adas, 'Hello @ben')
  await act.say(ada, hers, 'Hello')
  await act.ok(eve, 'POST', `/api/messages/with/${ada.user_id}`, { content: 'Hi' })
  expect((await act.rowsOf(ada)).map(({ type }) => type)).toEqual(['comment', 'message_request'])
  await it.db.deleteFrom('users').where('id', '=', eve.user_id).execute()
  expect([await act.rowsOf(ada), await act.rowsOf(ben)]).toEqual([[], []])
  expect(await it.db.selectFrom('message_threads').select('id').execute()).toEqual([])
})
