import type { Comment, Discussion, Post } from '@nollie/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'
import { aMediaItem, aMember } from '../../../test/spots.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
let act: ReturnType<typeof doings>
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo } = await people(it, 'ada', 'Ben.k', 'cleo').then((made) => ({
    ...made,
    ben: made['Ben.k'],
  })))
  act = doings(it)
})
beforeEach(async () => {
  await it.db.deleteFrom('notifications').execute()
  await it.db.deleteFrom('blocks').execute()
})
afterAll(() => it.close())

const newsOf = async (who: TestPerson) =>
  (await act.rowsOf(who)).map(({ type, from_user_id, target_id }) => ({ type, from_user_id, target_id }))
const mentioned = (who: TestPerson) => ({ username: who.username.toLowerCase(), user_id: who.user_id })

test('a comment answers with who is meant by its @names, in every list, and tells each once', async () => {
  const post = await aPost(it.db, ada.user_id)
  const made = await act.say(cleo, post, 'Ask @ben.K. or @BEN.k, not @nobody_here or x@cleo')
  expect(made.mentions).toEqual([mentioned(ben)])
  expect(await newsOf(ben)).toEqual([{ type: 'mention', from_user_id: cleo.user_id, target_id: made.id }])
  expect(await act.news(ben)).toMatchObject([{ type: 'mention', post_id: post, comment: { id: made.id } }])
  const reply = await act.say(ben, post, '@cleo sure', made.id)
  expect(reply.mentions).toEqual([mentioned(cleo)])
  const list = (await act.ok(ada, 'GET', `/api/posts/${post}/comments`)).json()
  expect(list.items).toMatchObject([
    { mentions: [mentioned(ben)], replies: [{ mentions: [mentioned(cleo)] }] },
  ])
  // Cleo hears of the reply; that it also names her needs no second line.
  expect((await newsOf(cleo)).map(({ type }) => type)).toEqual(['comment_reply'])
})

test('a post that is changed again and again tells no more people than one text may name', async () => {
  const names = Array.from({ length: 24 }, (_, n) => `flooded.${String.fromCodePoint(97 + n)}`)
  for (const name of names) await aMember(it.db, name)
  const id = await aPost(it.db, ada.user_id)
  for (let version = 1; version <= 3; version++) {
    const content = names
      .slice(version * 8 - 8, version * 8)
      .map((name) => `@${name}`)
      .join(' ')
    const made = await act.ok(
      ada,
      'PATCH',
      `/api/posts/${id}`,
      { title: 'Look', content },
      { 'if-match': `"${version}"` },
    )
    expect(made.json<Post>().mentions).toHaveLength(8)
  }
  const rows = await it.db
    .selectFrom('notifications')
    .select('user_id')
    .where('target_id', '=', id)
    .where('type', '=', 'mention')
    .execute()
  expect(rows).toHaveLength(10)
})

test('a post mentions in title and content; an edit tells only those who are new in it', async () => {
  const spot_id = await aSpotRow(it.db, ada.user_id)
  const media = [await aMediaItem(it.db, ada.user_id), await aMediaItem(it.db, ada.user_id)]
  const made = (
    await act.ok(ada, 'POST', '/api/posts', {
      spot_id,
      title: 'Session with @ben.k',
      content: null,
      media_ids: media,
    })
  ).json<Post>()
  expect(made.mentions).toEqual([mentioned(ben)])
  expect(await newsOf(ben)).toEqual([{ type: 'mention', from_user_id: ada.user_id, target_id: made.id }])
  await act.ok(ada, 'DELETE', `/api/posts/${made.id}/media/0`)
  await it.db.deleteFrom('notifications').execute()
  const edit = async (version: number, title: string, content: string | null) =>
    (
      await act.ok(ada, 'PATCH', `/api/posts/${made.id}`, { title, content }, { 'if-match': `"${version}"` })
    ).json<Post>()
  const more = await edit(made.version, 'Session with @ben.k', 'Filmed by @cleo')
  expect(more.mentions).toEqual([mentioned(ben), mentioned(cleo)])
  expect([await newsOf(ben), (await newsOf(cleo)).length]).toEqual([[], 1])
  const less = await edit(more.version, 'Session', null)
  expect(less.mentions).toEqual([])
  await it.db.updateTable('notifications').set({ day: '2020-01-01' }).execute()
  const again = await edit(less.version, 'Session', 'Filmed by @cleo')
  expect(again.mentions).toEqual([mentioned(cleo)])
  expect(await newsOf(cleo)).toHaveLength(1)
  const { items } = (await act.ok(ben, 'GET', '/api/posts')).json()
  expect(items.find(({ id }: Post) => id === made.id).mentions).toEqual([mentioned(cleo)])
})

test('a mention keeps its meaning when people take other names', async () => {
  const post = await aPost(it.db, ada.user_id)
  const made = await act.say(cleo, post, 'with @ben.k')
  const rename = (who: TestPerson, username: string) =>
    it.db.updateTable('profiles').set({ username }).where('user_id', '=', who.user_id).execute()
  await rename(ben, 'benjamin')
  await rename(cleo, 'ben.k')
  const list = (await act.ok(ada, 'GET', `/api/posts/${post}/comments`)).json()
  expect(list.items).toMatchObject([{ id: made.id, mentions: [mentioned(ben)] }])
  await rename(cleo, 'cleo')
  await rename(ben, 'Ben.k')
})

test('nobody is meant or told across a block, and a later block leaves mere words', async () => {
  const post = await aPost(it.db, ada.user_id)
  await act.block(ben, cleo)
  expect((await act.say(cleo, post, 'hey @ben.k')).mentions).toEqual([])
  expect(await newsOf(ben)).toEqual([])
  await it.db.deleteFrom('blocks').execute()
  const made = await act.say(ada, post, 'hey @ben.k and @cleo')
  await act.block(ben, cleo)
  const { items } = (await act.ok(cleo, 'GET', `/api/posts/${post}/comments`)).json()
  expect(items.find(({ id }: { id: string }) => id === made.id).mentions).toEqual([mentioned(cleo)])
})

test('a hundred names in one text mean ten people at most', async () => {
  const post = await aPost(it.db, ada.user_id)
  const names = Array.from({ length: 20 }, (_, n) => `crowd${n}`)
  for (const name of names) await aMember(it.db, name)
  const made = await act.say(ada, post, names.map((name) => `@${name}`).join(' '))
  expect(made.mentions).toHaveLength(10)
})

test('a discussion and what is said in it mention like posts and comments, and lead to the discussion', async () => {
  const body = { title: 'Wax, @ben.k?', content: 'Or ask @cleo.', category: 'gear' }
  const begun = (await act.ok(ada, 'POST', '/api/discussions', body)).json<Discussion>()
  expect(begun.mentions).toEqual([mentioned(ben), mentioned(cleo)])
  const at = `/api/discussions/${begun.id}`
  const say = async (who: TestPerson, content: string) =>
    (await act.ok(who, 'POST', `${at}/comments`, { content })).json<Comment>()
  const said = await say(cleo, '@Ben.K and @ada know, not @cleo')
  // Of oneself nobody is told.
  expect(said.mentions).toEqual([mentioned(ada), mentioned(ben), mentioned(cleo)])
  expect(await newsOf(cleo)).toEqual([{ type: 'mention', from_user_id: ada.user_id, target_id: begun.id }])
  const discussion = { id: begun.id, title: begun.title }
  expect(await act.news(ben)).toMatchObject([
    { type: 'mention', post_id: null, discussion, comment: { id: said.id, content: said.content } },
    { type: 'mention', post_id: null, discussion, comment: null },
  ])
  expect(await act.unread(ben)).toBe(2)
  for (const url of [at, '/api/discussions'])
    expect(JSON.stringify((await act.ok(ben, 'GET', url)).json())).toContain(JSON.stringify(begun.mentions))
  const list = (await act.ok(ben, 'GET', `${at}/comments`)).json()
  expect(list.items).toMatchObject([{ id: said.id, mentions: said.mentions }])

  // What is hidden or gone, or across a block, is no news; who is across a block is mere words.
  const unseen = async () => [(await act.news(ben)).length, await act.unread(ben)]
  const hide = (table: 'discussions' | 'comments', id: string, hidden_at: string | null) =>
    it.db.updateTable(table).set({ hidden_at }).where('id', '=', id).execute()
  await hide('comments', said.id, new Date().toISOString())
  expect(await unseen()).toEqual([1, 1])
  await hide('comments', said.id, null)
  await hide('discussions', begun.id, new Date().toISOString())
  expect(await unseen()).toEqual([0, 0])
  await hide('discussions', begun.id, null)
  await act.block(ben, ada)
  expect(await unseen()).toEqual([0, 0])
  const now = (await act.ok(ada, 'GET', at)).json<Discussion>()
  expect(now.mentions).toEqual([mentioned(cleo)])
  expect((await say(ada, 'Hey @ben.k')).mentions).toEqual([])
  await it.db.deleteFrom('blocks').execute()
  expect(await unseen()).toEqual([2, 2])
  await act.ok(ada, 'DELETE', at)
  expect(await unseen()).toEqual([0, 0])
  expect(
    await it.db.selectFrom('mentions').select('user_id').where('discussion_id', '=', begun.id).execute(),
  ).toEqual([])
})
