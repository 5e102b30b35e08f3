import { expect } from 'vitest'
import { test } from '../../../test/world/fixtures.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'

test('a server without a weather service has no rain data', async ({ app, ada, visitor }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  expect((await visitor.getConditions(spot_id)).ground).toBeNull()
  expect(await app.db.selectFrom('weather_cells').select('cell').execute()).toEqual([])
})
