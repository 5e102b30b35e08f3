import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(() => it.close())

const send = (who: TestPerson, method: 'GET' | 'PUT' | 'DELETE', url: string) =>
  it.app.inject({ method, url, headers: who.bearer })
const saved = async (kind: 'posts' | 'spots', who = ada) => {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await send(who, 'GET', `/api/saved/${kind}${cursor && `?cursor=${cursor}`}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const page = answer.json<{ items: { id: string }[]; next_cursor: string | null }>()
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return ids
}

test('posts and spots are saved once, the latest saved first, and for oneself alone', async () => {
  const spot = await aSpotRow(it.db, ben.user_id, 'Forum')
  const posts = [await aPost(it.db, ben.user_id), await aPost(it.db, ben.user_id)]
  for (const id of [...posts, posts[0]]) {
    const answer = await send(ada, 'PUT', `/api/posts/${id}/save`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { saved: true }])
  }
  await send(ada, 'PUT', `/api/spots/${spot}/save`)
  expect(await saved('posts')).toEqual(posts.toReversed())
  expect(await saved('spots')).toEqual([spot])
  expect([await saved('posts', ben), await saved('spots', ben)]).toEqual([[], []])
  const isSaved = async (who: TestPerson) => [
    (await send(who, 'GET', `/api/posts/${posts[0]}`)).json().saved,
    (await send(who, 'GET', `/api/spots/${spot}`)).json().saved,
  ]
  expect([await isSaved(ada), await isSaved(ben)]).toEqual([
    [true, true],
    [false, false],
  ])
  for (let times = 0; times < 2; times++)
    expect((await send(ada, 'DELETE', `/api/posts/${posts[1]}/save`)).json()).toEqual({ saved: false })
  await send(ada, 'DELETE', `/api/spots/${spot}/save`)
  expect([await saved('posts'), await saved('spots')]).toEqual([[posts[0]], []])
})

test('the list joins its pages without gap or double', async () => {
  const made: string[] = []
  for (let n = 0; n < 45; n++) {
    const id = await aPost(it.db, ben.user_id)
    made.push(id)
    await send(ben, 'PUT', `/api/posts/${id}/save`)
  }
  expect(await saved('posts', ben)).toEqual(made.toReversed())
  const first = (await send(ben, 'GET', '/api/saved/posts')).json()
  const wrong = await send(ben, 'GET', `/api/saved/spots?cursor=${first.next_cursor}`)
  expect(wrong.json().code).toBe('BAD_CURSOR')
})

test('what is across a block, hidden or gone is not saved and not in the list', async () => {
  const { cleo } = await people(it, 'cleo')
  const post = await aPost(it.db, cleo.user_id)
  await send(ada, 'PUT', `/api/posts/${post}/save`)
  expect(await saved('posts')).toContain(post)
  await send(ada, 'PUT', `/api/people/${cleo.user_id}/block`)
  expect(await saved('posts')).not.toContain(post)
  expect((await send(ada, 'PUT', `/api/posts/${post}/save`)).json().code).toBe('POST_NOT_FOUND')
  expect((await send(ada, 'DELETE', `/api/posts/${post}/save`)).json().code).toBe('POST_NOT_FOUND')
  expect((await send(ada, 'PUT', `/api/posts/${uuid()}/save`)).json().code).toBe('POST_NOT_FOUND')
  expect((await send(ada, 'PUT', `/api/spots/${uuid()}/save`)).json().code).toBe('SPOT_NOT_FOUND')
})
