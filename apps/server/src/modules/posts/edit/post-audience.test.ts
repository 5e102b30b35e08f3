import http from 'node:http'
import { afterAll, expect } from 'vitest'
import { type Actor, getOutcome } from '../../../../test/actors/actor.ts'
import { aCrew } from '../../../../test/makers/crews.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { rolledUp } from '../../../../test/world/jobs.ts'
import { aPost, aSpotRow, follow } from '../../../../test/makers/posts.ts'
import { until } from '../../../../test/world/until.ts'

const open: http.ClientRequest[] = []
afterAll(() => {
  for (const request of open) request.destroy()
})
/** Returns the post and notification events that a person's open page receives, as text. */
function listen(address: string, who: Actor) {
  return new Promise<() => string>((resolve) => {
    const request = http.get(
      `${address}/api/events?topics=posts`,
      { headers: who.bearer, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => void (text += part))
        resolve(() => text)
      },
    )
    request.on('error', () => {})
    open.push(request)
  })
}

async function countPosts(who: Actor, of: Actor) {
  return (await who.getProfile(of.user_id)).posts_count
}

test('the author can change a post’s audience later, which also applies to its comments and likes', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const id = await aPost(app.db, ada.user_id, { title: 'Clip @ben' })
  const comment = await ben.comments(id, '@cleo look')
  await cleo.savePost(id)
  await follow(app.db, ada.user_id, ben.user_id)
  await follow(app.db, ben.user_id, ada.user_id)
  const sees = async (who: Actor) => ({
    post: await getOutcome(who.getPost(id)),
    feed: (await who.listPosts({})).items.some((post) => post.id === id),
    comments: await getOutcome(who.listComments(id, {})),
    notified: (await who.notifications()).filter((line) => line.post_id === id).length,
  })
  const none = { post: 'POST_NOT_FOUND', feed: false, comments: 'POST_NOT_FOUND', notified: 0 }
  expect(await sees(cleo)).toEqual({ post: 'done', feed: true, comments: 'done', notified: 1 })

  const closed = await ada.setPostAudience(id, { audience: 'mutuals' })
  expect(closed).toMatchObject({ audience: 'mutuals', crew: null, version: 2 })
  expect([(await sees(ben)).post, await sees(cleo)]).toEqual(['done', none])
  await ada.setPostAudience(id, { audience: 'only_me' })
  expect([await sees(ben), (await sees(ada)).post]).toEqual([{ ...none, notified: 0 }, 'done'])
  expect(await getOutcome(cleo.likes(id))).toBe('POST_NOT_FOUND')
  expect(await getOutcome(ben.comments(id, 'Again'))).toBe('POST_NOT_FOUND')

  const crew_id = await aCrew(app.db, ada.user_id, [cleo.user_id])
  const crewed = await ada.setPostAudience(id, { audience: 'crew', crew_id })
  expect(crewed.crew).toMatchObject({ id: crew_id })
  expect([(await sees(cleo)).notified, (await sees(ben)).post]).toEqual([1, 'POST_NOT_FOUND'])
  await ada.setPostAudience(id, { audience: 'everybody' })
  expect(await sees(ben)).toMatchObject({ post: 'done', feed: true })
  expect((await ben.listComments(id, {})).items.map((one) => one.id)).toEqual([comment.id])
})

test('the number of posts excludes those with a limited audience', async ({ app, ada, ben }) => {
  const id = await aPost(app.db, ada.user_id)
  const counted = async () => {
    await rolledUp(app, 'follow counts', 'person_delta')
    return countPosts(ben, ada)
  }
  const before = await counted()
  await ada.setPostAudience(id, { audience: 'only_me' })
  expect(await counted()).toBe(before - 1)
  await ada.setPostAudience(id, { audience: 'everybody' })
  expect(await counted()).toBe(before)
})

test('only the author can change it, only for a post without a spot, and only to a crew they are in', async ({
  app,
  ada,
  ben,
}) => {
  const id = await aPost(app.db, ada.user_id)
  const only = { audience: 'only_me' as const }
  expect(await getOutcome(ben.setPostAudience(id, only))).toBe('NOT_ALLOWED')
  const at = await aPost(app.db, ada.user_id, { spot_id: await aSpotRow(app.db, ada.user_id) })
  expect(await getOutcome(ada.setPostAudience(at, only))).toBe('NOT_ALLOWED')
  const theirs = await aCrew(app.db, ben.user_id, [])
  expect(await getOutcome(ada.setPostAudience(id, { audience: 'crew', crew_id: theirs }))).toBe(
    'CREW_NOT_FOUND',
  )
  expect(await getOutcome(ada.setPostAudience(id, { audience: 'crew' }))).toBe('BAD_REQUEST')
  await ada.setPostAudience(id, only)
  expect(await getOutcome(ben.setPostAudience(id, { audience: 'everybody' }))).toBe('POST_NOT_FOUND')
})

test('open pages of people who lose access remove it immediately; others reload it', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const id = await aPost(app.db, ada.user_id)
  await follow(app.db, ada.user_id, ben.user_id)
  await follow(app.db, ben.user_id, ada.user_id)
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const [mutual, other] = [await listen(address, ben), await listen(address, cleo)]
  await ada.setPostAudience(id, { audience: 'mutuals' })
  const parseEvents = (text: string) =>
    [...text.matchAll(/^event: post\ndata: (.*)$/gm)]
      .map(([, data = '']) => JSON.parse(data) as { kind: string; post_id: string })
      .filter(({ post_id }) => post_id === id)
      .map(({ kind }) => kind)
  await until(() => expect([parseEvents(mutual()), parseEvents(other())]).toEqual([['updated'], ['deleted']]))
})
