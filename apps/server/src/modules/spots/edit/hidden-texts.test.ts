import { expect } from 'vitest'
import { aSpotRow } from '../../../../test/makers/posts.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { hideTexts } from './hidden-texts.queries.ts'

test('A10 open data no longer contains a name, each time it is hidden', async ({ app }) => {
  const id = await aSpotRow(app.db, null, 'Rude once')
  const countWithdrawals = async () =>
    (await app.db.selectFrom('spot_withdrawals').select('id').execute()).length
  const before = await countWithdrawals()
  for (const times of [1, 2]) {
    await app.db
      .updateTable('spots')
      .set({ name: `Rude ${times}` })
      .where('id', '=', id)
      .execute()
    await app.db.transaction().execute((tx) => hideTexts(tx, { id, city: null }))
    expect(await countWithdrawals()).toBe(before + times)
  }
})
