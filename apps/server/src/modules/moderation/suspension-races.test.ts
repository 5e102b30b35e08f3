import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { Actor } from '../../../test/actors/actor.ts'
import { SECRET, type TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { reportedCase } from '../../../test/makers/moderation.ts'
import { aPost } from '../../../test/makers/posts.ts'
import type { Tx } from '../../db/open.ts'
import { linkToken } from '../accounts/index.ts'
import { until } from '../../../test/world/until.ts'

async function aCaseAbout({ db }: TestApp, by: Actor, mod: Actor, owner: Actor) {
  return reportedCase({ by, mod }, { reported_post_id: await aPost(db, owner.user_id) })
}

async function isSuspended({ db }: TestApp, user_id: string) {
  const { rows } = await sql<{ suspended: boolean }>`
    select suspended_at is not null as suspended from profiles where user_id = ${user_id}`.execute(db)
  return rows[0]?.suspended
}

/**
 * Sends `request` while another moderator's transaction holds a lock on the person. Commits that transaction once
 * `request` is waiting or has finished.
 */
async function meanwhile<T>(
  { db }: TestApp,
  user_id: string,
  other: (tx: Tx) => Promise<unknown>,
  request: () => PromiseLike<T>,
): Promise<T> {
  const sent = await db.transaction().execute(async (tx) => {
    await sql`select from profiles where user_id = ${user_id} for update`.execute(tx)
    await other(tx)
    let isDone = false
    const answer = Promise.resolve(request()).finally(() => {
      isDone = true
    })
    await until(
      async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(isDone || rows.length > 0).toBe(true)
      },
      { interval: 20 },
    )
    return { answer }
  })
  return sent.answer
}

test('reversing one decision does not unsuspend a person whom another one suspends concurrently', async ({
  app,
  visitor,
  ada,
  ben,
  mod,
}) => {
  const [first, second] = [await aCaseAbout(app, ada, mod, ben), await aCaseAbout(app, ada, mod, ben)]
  const suspension = { action: 'suspend', reason: 'No.' } as const
  const { decision } = await mod.decideCase(first, suspension)
  await visitor.appeal({ token: linkToken(SECRET, 'appeal', decision?.id ?? ''), words: 'I did not.' })
  await meanwhile(
    app,
    ben.user_id,
    (tx) =>
      tx
        .insertInto('moderation_decisions')
        .values({ id: uuid(), case_id: second, admin_id: mod.user_id, ...suspension })
        .execute(),
    () => mod.answerAppeal(first, { outcome: 'reversed', answer: 'Well.' }),
  )
  expect(await isSuspended(app, ben.user_id)).toBe(true)
})

test('a decision suspends a person who is concurrently unsuspended', async ({ app, ada, ben, mod }) => {
  const set = (suspended_at: Date | null) => (tx: Pick<Tx, 'updateTable'>) =>
    tx.updateTable('profiles').set({ suspended_at }).where('user_id', '=', ben.user_id).execute()
  await set(null)(app.db)
  const case_id = await aCaseAbout(app, ada, mod, ben)
  await set(new Date())(app.db)
  await meanwhile(app, ben.user_id, set(null), () =>
    mod.decideCase(case_id, { action: 'suspend', reason: 'No.' }),
  )
  expect(await isSuspended(app, ben.user_id)).toBe(true)
})
