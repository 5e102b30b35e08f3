import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { aMember } from '../../../test/spots.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { migrations } from './index.ts'

test('P-03 comments of discussions move to the other comments, with mentions, notifications and cases', async () => {
  const { url, close } = await emptyDatabase()
  const db = openDatabase(url, { max: 2 })
  onTestFinished(async () => {
    await db.destroy()
    await close()
  })
  await migrate(url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '029')))
  const [ada, ben] = [await aMember(db, 'ada'), await aMember(db, 'ben')]
  const [wax, quiet, seen, hidden] = [uuid(), uuid(), uuid(), uuid()]
  for (const id of [wax, quiet])
    await db
      .insertInto('discussions')
      .values({ id, user_id: ada, title: 'Wax', content: 'Which?', category: 'gear' })
      .execute()
  await sql`insert into discussion_comments (id, discussion_id, user_id, content, created_at, hidden_at) values
    (${seen}, ${wax}, ${ben}, 'Candles, @ada', '2026-11-01', null),
    (${hidden}, ${wax}, ${ben}, 'Kook.', '2026-11-02', now())`.execute(db)
  await sql`insert into mentions (discussion_comment_id, user_id, username) values (${seen}, ${ada}, 'ada')`.execute(
    db,
  )
  await sql`insert into notifications (id, user_id, type, from_user_id, thing, discussion_id, discussion_comment_id)
    values (${uuid()}, ${ada}, 'discussion_comment', ${ben}, ${wax}, ${wax}, ${seen})`.execute(db)
  await sql`insert into report_cases (id, kind, discussion_comment_id, owner_id, words)
    values (${uuid()}, 'discussion_comment', ${hidden}, ${ben}, 'Kook.')`.execute(db)
  await db.deleteFrom('events').execute()

  await migrate(url)
  const comments = await db
    .selectFrom('comments')
    .select(['id', 'post_id', 'media_index', 'discussion_id', 'user_id', 'content'])
    .select(sql<boolean>`hidden_at is not null`.as('is_hidden'))
    .orderBy('created_at')
    .execute()
  const of = { post_id: null, media_index: null, discussion_id: wax, user_id: ben }
  expect(comments).toEqual([
    { id: seen, ...of, content: 'Candles, @ada', is_hidden: false },
    { id: hidden, ...of, content: 'Kook.', is_hidden: true },
  ])
  const counts = await db
    .selectFrom('discussions')
    .select(['id', 'comment_count', 'version'])
    .select(sql<boolean>`answered_at = created_at`.as('is_unanswered'))
    .orderBy('id')
    .execute()
  expect(counts).toEqual([
    { id: wax, comment_count: 1, version: 1, is_unanswered: false },
    { id: quiet, comment_count: 0, version: 1, is_unanswered: true },
  ])
  expect(await db.selectFrom('mentions').select(['comment_id', 'username']).execute()).toEqual([
    { comment_id: seen, username: 'ada' },
  ])
  expect(await db.selectFrom('notifications').select(['type', 'comment_id']).execute()).toEqual([
    { type: 'discussion_comment', comment_id: seen },
  ])
  expect(await db.selectFrom('report_cases').select(['kind', 'comment_id']).execute()).toEqual([
    { kind: 'comment', comment_id: hidden },
  ])
  // The move itself is no event and no delta.
  expect(await db.selectFrom('events').select('name').execute()).toEqual([])
  expect(await db.selectFrom('counter_delta').select('id').execute()).toEqual([])
})
