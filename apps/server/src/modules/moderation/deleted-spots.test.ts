import { expect } from 'vitest'
import { test } from '../../../test/world/fixtures.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'

test('lists deleted spots that can be restored, newest first, until they are restored', async ({
  app,
  ben,
  mod,
}) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  await aPost(app.db, ben.user_id, { spot_id })
  await ben.removeSpot(spot_id)
  const list = async () => (await mod.listDeletedSpots()).items
  expect((await list())[0]).toMatchObject({ id: spot_id, posts_count: 1, deleted_by: { username: 'ben' } })
  await mod.restoreSpot(spot_id)
  expect((await list()).map(({ id }) => id)).not.toContain(spot_id)
  const log = async () => (await mod.listAudit()).items
  expect((await log())[0]).toMatchObject({
    act: 'restored',
    person: { username: 'ben' },
    admin: { username: 'mod' },
  })
  const before = await log()
  await mod.restoreSpot(spot_id)
  expect(await log()).toEqual(before)
})
