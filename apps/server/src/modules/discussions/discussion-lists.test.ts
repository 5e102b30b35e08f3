import type { Discussion, NewDiscussion } from '@nollie/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { people, type TestPerson } from '../../../test/people.ts'

let it: TestApp
let act: ReturnType<typeof doings>
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
beforeAll(async () => {
  it = await testApp()
  act = doings(it)
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.db.deleteFrom('discussions').execute()
  await it.db.deleteFrom('blocks').execute()
  await it.db.deleteFrom('events').execute()
})

const start = async (title: string, rest: Partial<NewDiscussion> = {}, who = ada) =>
  (await act.ok(who, 'POST', '/api/discussions', { title, content: 'Which?', ...rest })).json<Discussion>()
const say = (id: string, who = ben) =>
  act.ok(who, 'POST', `/api/discussions/${id}/comments`, { content: 'Hm.' })
type Page = { items: Discussion[]; next_cursor: string | null }
const page = async (query: string, who = ada) =>
  (await act.ok(who, 'GET', `/api/discussions?${query}`)).json<Page>()
const titles = async (query: string, who = ada) => (await page(query, who)).items.map(({ title }) => title)
const refusal = async (...args: Parameters<typeof act.send>) => (await act.send(...args)).json().code
const published = async (name: string) => {
  const rows = await it.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', name)
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data)
}

test('DSC-12 discussions are filtered by category', async () => {
  await start('Wax', { category: 'tips' })
  await start('Trucks', { category: 'gear' })
  await start('Rails', { category: 'tips' })
  expect(await titles('category=tips')).toEqual(['Rails', 'Wax'])
  expect(await titles('category=spots')).toEqual([])
  expect(await titles('')).toEqual(['Rails', 'Trucks', 'Wax'])
  expect(await refusal(ada, 'GET', '/api/discussions?category=ads')).toBe('BAD_REQUEST')
})

test('every word of a search stands in title or content, whatever the case and the accents', async () => {
  await start('Wax in Málaga', { content: 'Candle or bees?' })
  await start('Trucks', { content: 'Málaga shop, 100%' })
  expect(await titles('q=malaga')).toEqual(['Trucks', 'Wax in Málaga'])
  expect(await titles('q=BEES%20wax')).toEqual(['Wax in Málaga'])
  expect(await titles('q=%25')).toEqual(['Trucks'])
  expect(await titles('q=bees%20trucks')).toEqual([])
  expect(await titles('q=%20%20')).toEqual(['Trucks', 'Wax in Málaga'])
  expect(await titles('q=malaga&category=gear')).toEqual([])
  await act.block(ben, ada)
  expect(await titles('q=wax', ben)).toEqual([])
})

test('the latest answer first: a comment brings a discussion up, a deleted one lets it down again', async () => {
  const [wax, trucks] = [await start('Wax'), await start('Trucks')]
  expect(await titles('order=answered')).toEqual(['Trucks', 'Wax'])
  const said = (await say(wax.id)).json<{ id: string }>()
  expect(await titles('order=answered')).toEqual(['Wax', 'Trucks'])
  expect(await titles('')).toEqual(['Trucks', 'Wax'])
  await say(trucks.id)
  const again = (await say(wax.id)).json<{ id: string }>()
  await act.ok(ben, 'DELETE', `/api/comments/${again.id}`)
  expect(await titles('order=answered')).toEqual(['Trucks', 'Wax'])
  await act.ok(ben, 'DELETE', `/api/comments/${said.id}`)
  expect(await titles('order=answered')).toEqual(['Trucks', 'Wax'])
})

test('each list has pages without gap or double, and its cursor is of no other list', async () => {
  for (let n = 0; n < 22; n++) await start(`Nr ${n}`, { category: n % 11 ? 'gear' : 'tips' })
  await it.db.updateTable('discussions').set({ answered_at: new Date().toISOString() }).execute()
  for (const query of ['order=answered', 'order=newest', 'q=nr', 'q=nr&order=answered']) {
    const first = await page(query)
    const second = await page(`${query}&cursor=${first.next_cursor}`)
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect([first.items.length, new Set(ids).size, second.next_cursor], query).toEqual([20, 22, null])
    for (const other of ['category=gear', 'q=which'])
      expect(await refusal(ada, 'GET', `/api/discussions?${other}&cursor=${first.next_cursor}`)).toBe(
        'BAD_CURSOR',
      )
  }
})

const edit = (id: string, body: object, { who = ada, version = 1 } = {}) =>
  act.send(who, 'PATCH', `/api/discussions/${id}`, body, { 'if-match': `"${version}"` })

test('its author alone changes a discussion, never over a newer version; that it was edited is said', async () => {
  const made = await start('Wax, @ben?', { category: 'gear' })
  expect((await edit(made.id, { title: 'x' }, { who: ben })).json().code).toBe('NOT_ALLOWED')
  expect((await edit(made.id, { title: 'x' }, { version: 2 })).json().code).toBe('STALE')
  expect((await edit(made.id, { title: ' ' })).json().code).toBe('BAD_REQUEST')
  expect((await act.send(ada, 'PATCH', `/api/discussions/${made.id}`, { title: 'x' })).statusCode).toBe(400)
  expect((await edit(made.id, { title: made.title })).json()).toEqual(made)
  const changed = await edit(made.id, { title: 'Wax, @cleo?', category: 'tips' })
  expect(changed.headers.etag).toBe('"2"')
  expect(changed.json()).toMatchObject({
    title: 'Wax, @cleo?',
    content: 'Which?',
    category: 'tips',
    version: 2,
    edited_at: expect.stringMatching(/Z$/),
    mentions: [{ username: 'cleo', user_id: cleo.user_id }],
  })
  expect(await act.news(cleo)).toMatchObject([{ type: 'mention', discussion: { id: made.id } }])
  expect((await published('discussion')).at(-1)).toEqual({
    kind: 'updated',
    discussion_id: made.id,
    user_id: ada.user_id,
  })
  expect(await titles('q=cleo')).toEqual(['Wax, @cleo?'])
  const tries = await Promise.all([1, 2, 3].map((n) => edit(made.id, { title: `T${n}` }, { version: 2 })))
  const codes = tries.map((answer) => answer.statusCode)
  expect(codes.toSorted((a, b) => a - b)).toEqual([200, 412, 412])
})

test('a discussion is liked once and its starter hears of it, until the like is taken back', async () => {
  const { id } = await start('Wax')
  const at = `/api/discussions/${id}/like`
  for (let twice = 0; twice < 2; twice++)
    expect((await act.ok(ben, 'PUT', at)).json()).toEqual({ likes_count: 1, liked: true })
  await act.ok(ada, 'PUT', at)
  expect((await page('', ben)).items).toMatchObject([{ likes_count: 2, liked: true }])
  expect(await act.news(ada)).toMatchObject([
    { type: 'like', actors_count: 1, post_id: null, discussion: { id, title: 'Wax' } },
  ])
  expect(await published('discussion_like')).toEqual([
    { discussion_id: id, started_by: ada.user_id, likes_count: 1, user_id: ben.user_id, liked: true },
    { discussion_id: id, started_by: ada.user_id, likes_count: 2, user_id: ada.user_id, liked: true },
  ])
  await act.block(cleo, ben)
  expect((await page('', cleo)).items).toMatchObject([{ likes_count: 1, liked: false }])
  expect((await act.ok(ben, 'DELETE', at)).json()).toEqual({ likes_count: 1, liked: false })
  expect(await act.news(ada)).toEqual([])
  await act.block(cleo, ada)
  expect(await refusal(cleo, 'PUT', at)).toBe('DISCUSSION_NOT_FOUND')
})
