import type { CaseSummary } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, SECRET, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, post, type TestPerson } from '../../../test/people.ts'
import { aPost } from '../../../test/posts.ts'
import type { Tx } from '../../db/open.ts'
import { linkToken } from '../accounts/index.ts'

let it: TestApp
let does: ReturnType<typeof doings>
let ada: TestPerson
let ben: TestPerson
let judge: TestPerson
beforeAll(async () => {
  it = await testApp()
  does = doings(it)
  ;({ ada, ben, judge } = await people(it, 'ada', 'ben', 'judge'))
  await makeAdmin(it.db, judge.user_id)
})
afterAll(() => it.close())

const reported = async (): Promise<string> => {
  const reported_post_id = await aPost(it.db, ben.user_id)
  await does.ok(ada, 'POST', '/api/reports', { report_type: 'spam', description: null, reported_post_id })
  const { items } = (await does.ok(judge, 'GET', '/api/moderation/cases')).json<{ items: CaseSummary[] }>()
  return items.at(-1)?.id ?? ''
}
const suspendBy = (case_id: string) =>
  does.send(judge, 'POST', `/api/moderation/cases/${case_id}/decision`, { action: 'suspend', reason: 'No.' })
const isOut = async () => {
  const { rows } = await sql<{ out: boolean }>`
    select suspended_at is not null as out from profiles where user_id = ${ben.user_id}`.execute(it.db)
  return rows[0]?.out
}

/** While another moderator's transaction holds Ben, `request` is sent; that one ends when `request` waits or is done. */
const meanwhile = async <T>(
  other: (tx: Tx) => Promise<unknown>,
  request: () => PromiseLike<T>,
): Promise<T> => {
  const sent = await it.db.transaction().execute(async (tx) => {
    await sql`select from profiles where user_id = ${ben.user_id} for update`.execute(tx)
    await other(tx)
    let isDone = false
    const answer = Promise.resolve(request()).finally(() => {
      isDone = true
    })
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(it.db)
        expect(isDone || rows.length > 0).toBe(true)
      },
      { timeout: 30_000, interval: 20 },
    )
    return { answer }
  })
  return sent.answer
}

test('taking one decision back does not let in whom another one shuts out at that moment', async () => {
  const [first, second] = [await reported(), await reported()]
  await suspendBy(first)
  const { id: decision_id } = await it.db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('case_id', '=', first)
    .executeTakeFirstOrThrow()
  await post(it.app, '/api/appeals', { token: linkToken(SECRET, 'appeal', decision_id), words: 'I did not.' })
  const answer = await meanwhile(
    (tx) =>
      tx
        .insertInto('moderation_decisions')
        .values({ id: uuid(), case_id: second, admin_id: judge.user_id, action: 'suspend', reason: 'No.' })
        .execute(),
    () =>
      does.send(judge, 'POST', `/api/moderation/cases/${first}/appeal`, {
        outcome: 'reversed',
        answer: 'Well.',
      }),
  )
  expect(answer.statusCode).toBe(200)
  expect(await isOut()).toBe(true)
})

test('a decision shuts out whom somebody lets in at that moment', async () => {
  const set = (suspended_at: Date | null) => (tx: Pick<Tx, 'updateTable'>) =>
    tx.updateTable('profiles').set({ suspended_at }).where('user_id', '=', ben.user_id).execute()
  await set(null)(it.db)
  const case_id = await reported()
  await set(new Date())(it.db)
  const decided = await meanwhile(set(null), () => suspendBy(case_id))
  expect(decided.statusCode).toBe(200)
  expect(await isOut()).toBe(true)
})
