import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, actors, getOutcome, createVisitor } from '../../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { aPost, follow } from '../../../test/makers/posts.ts'
import { aMediaItem } from '../../../test/makers/spots.ts'

let app: TestApp
let ada: Actor
let ben: Actor
let cleo: Actor
/** Content by Ben, and content by Cleo with Ben's comments, likes, and mentions. */
let made: { spot: string; bens: string; cleos: string; comment: string; reply: string; cleosComment: string }
beforeAll(async () => {
  app = await testApp()
  ;({ ada, ben, cleo } = await actors(app, 'ada', 'ben', 'cleo'))
  const { id: spot } = await ben.shareSpot({
    name: 'The bank',
    latitude: 41.4,
    longitude: 2.1,
    spot_types: ['bank'],
    media_ids: [await aMediaItem(app.db, ben.user_id)],
  })
  const bens = await aPost(app.db, ben.user_id, { spot_id: spot })
  const cleos = await aPost(app.db, cleo.user_id, { spot_id: spot })
  await ben.likeMedia(cleos, 0)
  await ada.likeMedia(cleos, 0)
  const { id: comment } = await ben.comments(cleos, 'Bens own words')
  const { id: reply } = await cleo.comments(cleos, 'To that', comment)
  const { id: cleosComment } = await cleo.comments(cleos, 'Anybody with @ben around?')
  await ben.comments(cleos, 'Bens reply', cleosComment)
  await ben.likeComment(cleosComment)
  await follow(app.db, ben.user_id, cleo.user_id)
  await follow(app.db, cleo.user_id, ben.user_id)
  await follow(app.db, ada.user_id, cleo.user_id)
  made = { spot, bens, cleos, comment, reply, cleosComment }
})
afterAll(() => app.close())

/** Returns the responses that a viewer gets for every list and page, by URL. */
function pages() {
  const { spot, cleos, cleosComment } = made
  return [
    '/api/posts',
    '/api/posts?filter=followed',
    `/api/posts/${cleos}`,
    `/api/posts/${cleos}/related`,
    `/api/posts/${cleos}/media/0/likes`,
    `/api/posts/${cleos}/comments`,
    `/api/posts/${cleos}/comments?media_index=0`,
    `/api/comments/${cleosComment}/replies`,
    `/api/spots/${spot}`,
    `/api/spots/${spot}/card`,
    `/api/spots/${spot}/media`,
    '/api/spots?z=3&x0=0&x1=7&y0=0&y1=7',
    '/api/people',
    '/api/people?q=ben',
    '/api/people/suggestions',
    ...['', '/posts', '/pictures', '/spots', '/activity', '/followers', '/following'].map(
      (part) => `/api/people/${cleo.user_id}${part}`,
    ),
    '/api/discover',
    '/api/search?q=ben',
    '/api/notifications',
    '/api/messages/threads',
  ]
}

function suspend(who: Actor, suspended_at: Date | null) {
  return app.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', who.user_id).execute()
}

const traces = [() => ben.user_id, () => '"ben"', () => 'Bens own words', () => 'Bens reply', () => made.bens]

async function expectNoTrace(reader: Actor) {
  for (const url of pages()) {
    const { statusCode, body } = await reader.send('GET', url)
    expect(statusCode, url).toBe(200)
    for (const trace of traces) expect(body, `${url} ${trace()}`).not.toContain(trace())
  }
}

test('without a block every one of these pages shows Ben', async () => {
  const shown = await Promise.all(
    pages().map(async (url) => (await ada.send('GET', url)).body.includes(ben.user_id)),
  )
  expect(shown.filter(Boolean).length).toBeGreaterThan(12)
  expect((await ada.getPost(made.cleos)).media[0]).toMatchObject({
    likes_count: 2,
    comments_count: 4,
  })
})

test.each([
  ['whoever blocks', () => ada.blockPerson(ben.user_id), () => ada.unblockPerson(ben.user_id)],
  ['whoever is blocked', () => ben.blockPerson(ada.user_id), () => ben.unblockPerson(ada.user_id)],
])(
  'across a block %s finds no trace of the other: in no list, count, search, comment, gallery, profile, or URL',
  async (_who, on, off) => {
    await on()
    await expectNoTrace(ada)
    const post = await ada.getPost(made.cleos)
    expect(post.media[0]).toMatchObject({ likes_count: 1, comments_count: 1 })
    expect(post.comments_count).toBe(1)
    const comments = await ada.listComments(made.cleos)
    expect(comments.comments_count).toBe(1)
    expect(comments.items).toHaveLength(1)
    expect(comments.items[0]).toMatchObject({
      id: made.cleosComment,
      replies: [],
      replies_count: 0,
      likes_count: 0,
      mentions: [],
    })
    const likes = await ada.listLikes(made.cleos, 0)
    expect(likes.items.map(({ user_id }) => user_id)).toEqual([ada.user_id])
    expect(await ada.getProfile(cleo.user_id)).toMatchObject({
      followers_count: 1,
      following_count: 0,
    })
    const spot = await ada.getSpot(made.spot)
    expect(spot).toMatchObject({ name: 'The bank', creator: null, created_by: null })

    for (const url of ['', '/posts', '/pictures', '/spots', '/activity', '/followers', '/following'])
      expect((await ada.send('GET', `/api/people/${ben.user_id}${url}`)).statusCode, url).toBe(404)
    const calls = [
      () => ada.getPost(made.bens),
      () => ada.relatedPosts(made.bens),
      () => ada.listComments(made.bens),
      () => ada.listLikes(made.bens, 0),
      () => ada.listReplies(made.comment),
      () => ada.likeMedia(made.bens, 0),
      () => ada.unlikeMedia(made.bens, 0),
      () => ada.comments(made.bens, 'Hello?'),
      () => ada.likeComment(made.comment),
      () => ada.likeComment(made.reply),
      () => ada.removeComment(made.comment),
      () => ada.followPerson(ben.user_id),
    ]
    for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject({ status: 404 })
    expect(await getOutcome(cleo.getPost(made.bens))).toBe('done')
    await off()
    expect(await getOutcome(ada.getPost(made.bens))).toBe('done')
  },
)

test('a suspended person and their content are shown to no one', async () => {
  await suspend(ben, new Date())
  await expectNoTrace(ada)
  await expectNoTrace(cleo)
  expect(await getOutcome(ada.getPost(made.bens))).toBe('POST_NOT_FOUND')
  expect(JSON.stringify(await createVisitor(app).getSpotCard(made.spot))).not.toContain(ben.user_id)
  await suspend(ben, null)
  expect(await getOutcome(ada.getPost(made.bens))).toBe('done')
})
