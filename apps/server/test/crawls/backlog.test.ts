import { sql } from 'kysely'
import { expect } from 'vitest'
import { deleteInBatches } from '../../src/db/delete-in-batches.ts'
import { test } from '../world/fixtures.ts'

test('a backlog of any size is deleted in small steps, and a locked row does not block it', async ({
  app,
}) => {
  const { db, jobs } = app
  const selectMany = () => db.selectFrom('rate_counts').select('subject').where('name', '=', 'many').execute()
  await sql`insert into rate_counts (name, subject, window_start, times)
    select 'many', n::text, now() - interval '2 days', 1 from generate_series(1, 12000) n`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`select from rate_counts where name = 'many' and subject = '1' for update`.execute(tx)
    await jobs.runTimer('old rate counts')
    expect(await selectMany()).toEqual([{ subject: '1' }])
  })
  await deleteInBatches(db, 'rate_counts', sql`name = 'many'`)
  expect(await selectMany()).toEqual([])
})
