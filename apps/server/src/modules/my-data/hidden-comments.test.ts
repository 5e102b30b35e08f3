import { onTestFinished, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost } from '../../../test/posts.ts'
import { selectOwnContent } from './own-content.queries.ts'
import { archiveFiles, readRows } from './export.queries.ts'

/** The rows of one file of somebody's archive. */
const fileOf = (it: TestApp, who: TestPerson, name: string) =>
  it.db.transaction().execute(async (tx) => {
    const found = archiveFiles(who.user_id).find((one) => one.name === name)
    if (!found) throw new Error(name)
    const rows: unknown[] = []
    for await (const row of readRows(tx, found)) rows.push(row)
    return rows
  })

test('what moderators hide is in the archive of its author, in nobody else’s', async () => {
  const it = await testApp()
  onTestFinished(() => it.close())
  const { ada, ben } = await people(it, 'ada', 'ben')
  const post_id = await aPost(it.db, ada.user_id)
  const { id } = await doings(it).say(ben, post_id, 'Kook.')
  const file = (who: TestPerson, name: string) => fileOf(it, who, name)
  const both = async () => [await file(ada, 'comments-on-my-posts'), await file(ben, 'comments')]
  const said = expect.objectContaining({ id, content: 'Kook.' })
  expect(await both()).toEqual([[said], [said]])
  await it.db
    .updateTable('comments')
    .set({ hidden_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  expect(await both()).toEqual([[], [said]])
  const mine = { kind: 'comments', after: null, limit: 5 } as const
  expect(await selectOwnContent(it.db, ben.user_id, mine)).toMatchObject([{ id, is_hidden: true }])
})

test('across a block nobody is named, unless by who blocks them, and what they wrote is not there; nor of who is suspended', async () => {
  const it = await testApp()
  onTestFinished(() => it.close())
  const { ada, ben } = await people(it, 'ada', 'ben')
  const { ok, block } = doings(it)
  await ok(ben, 'POST', `/api/messages/with/${ada.user_id}`, { content: 'Hello' })
  const withWhom = async (who: TestPerson) => {
    const [row] = (await fileOf(it, who, 'messages')) as { with: string | null }[]
    return row?.with
  }
  const blocked = async (who: TestPerson) =>
    ((await fileOf(it, who, 'blocks')) as { username: string | null }[]).map(({ username }) => username)
  expect([await withWhom(ada), await withWhom(ben)]).toEqual(['ben', 'ada'])
  await block(ada, ben)
  expect([await withWhom(ada), await withWhom(ben)]).toEqual([undefined, null])
  expect([await blocked(ada), await blocked(ben)]).toEqual([['ben'], []])
  await block(ben, ada)
  expect([await blocked(ada), await blocked(ben)]).toEqual([[null], [null]])
  await it.db.deleteFrom('blocks').execute()
  await it.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', ben.user_id)
    .execute()
  expect(await withWhom(ada)).toBeUndefined()
})
