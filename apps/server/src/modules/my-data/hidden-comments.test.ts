import { expect } from 'vitest'
import type { Actor } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aPost } from '../../../test/makers/posts.ts'
import { selectOwnContent } from './own-content.queries.ts'
import { archiveFiles, readRows } from './archive-contents.queries.ts'

/** Returns the rows of one file in a person's archive. */
function readArchiveFile({ db }: TestApp, who: Actor, name: string) {
  return db.transaction().execute(async (tx) => {
    const found = archiveFiles(who.user_id).find((one) => one.name === name)
    if (!found) throw new Error(name)
    const rows: unknown[] = []
    for await (const row of readRows(tx, found)) rows.push(row)
    return rows
  })
}

test('a hidden comment is only in its author’s archive', async ({ app, ada, ben }) => {
  const post_id = await aPost(app.db, ada.user_id)
  const { id } = await ben.comments(post_id, 'Kook.')
  const file = (who: Actor, name: string) => readArchiveFile(app, who, name)
  const both = async () => [await file(ada, 'comments-on-my-posts'), await file(ben, 'comments')]
  const comment = expect.objectContaining({ id, content: 'Kook.' })
  expect(await both()).toEqual([[comment], [comment]])
  await app.db
    .updateTable('comments')
    .set({ hidden_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  expect(await both()).toEqual([[], [comment]])
  const mine = { kind: 'comments', after: null, limit: 5 } as const
  expect(await selectOwnContent(app.db, ben.user_id, mine)).toMatchObject([{ id, is_hidden: true }])
})

test('the archive names a shared list only to those who can read it', async ({ app, ada, ben }) => {
  const { id } = await ben.addList({ name: 'Sunday', visibility: 'private' })
  await ben.sendMessage(ada.user_id, { content: null, list_key: id })
  const shared = async (who: Actor) => {
    const rows = (await readArchiveFile(app, who, 'messages')) as { shared: string; list_id: string | null }[]
    return rows.filter((row) => row.shared === 'list').map(({ list_id }) => list_id)
  }
  expect([await shared(ada), await shared(ben)]).toEqual([[null], [id]])
  await ben.editList(id, { visibility: 'public' })
  expect([await shared(ada), await shared(ben)]).toEqual([[id], [id]])
})

test('the archive omits names and texts of suspended people and across a block, but names people its owner blocks', async ({
  app,
  ada,
  ben,
}) => {
  await ben.sendMessage(ada.user_id, { content: 'Hello' })
  const withWhom = async (who: Actor) => {
    const [row] = (await readArchiveFile(app, who, 'messages')) as { with: string | null }[]
    return row?.with
  }
  const blocked = async (who: Actor) =>
    ((await readArchiveFile(app, who, 'blocks')) as { username: string | null }[]).map(
      ({ username }) => username,
    )
  expect([await withWhom(ada), await withWhom(ben)]).toEqual(['ben', 'ada'])
  await ada.blockPerson(ben.user_id)
  expect([await withWhom(ada), await withWhom(ben)]).toEqual([undefined, null])
  expect([await blocked(ada), await blocked(ben)]).toEqual([['ben'], []])
  await ben.blockPerson(ada.user_id)
  expect([await blocked(ada), await blocked(ben)]).toEqual([[null], [null]])
  await app.db.deleteFrom('blocks').execute()
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', ben.user_id)
    .execute()
  expect(await withWhom(ada)).toBeUndefined()
})
