import { LIMITS } from '@nollie/contract'
import { expect } from 'vitest'
import { type Actor, outcomeOf } from '../../../test/actor.ts'
import type { TestApp } from '../../../test/app.ts'
import { test } from '../../../test/fixtures.ts'
import { makeAdmin } from '../../../test/people.ts'
import { aMediaItem, aSpot } from '../../../test/spots.ts'

const AT = { latitude: 35.2, longitude: 2.1 }
const north = (metres: number) => ({ ...AT, latitude: AT.latitude + metres / 111_195 })
type SharedSpot = Partial<Parameters<typeof aSpot>[0]>
const share = async ({ db }: TestApp, who: Actor, spot: SharedSpot) =>
  (await who.shareSpot(aSpot({ media_ids: [await aMediaItem(db, who.user_id)], ...spot }))).id

test('two spots that no job found are chosen from those nearby, by who may merge them, and undone from the one that stayed', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const into = await share(app, ada, { ...AT, name: 'Harbour bank' })
  const same = await share(app, ada, { ...north(400), name: 'Kaimauer' })
  const theirs = await share(app, ben, { ...north(20), name: 'Harbour ledge' })
  await share(app, ada, { ...north(LIMITS.merge_metres + 50), name: 'Harbour rail' })
  const offered = async (who: Actor, q?: string) =>
    (await who.listMergeable(into, q === undefined ? {} : { q })).items.map(({ spot, metres }) => [
      spot.id,
      metres,
    ])
  expect(await offered(ada)).toEqual([[same, 400]])
  expect(await offered(ada, 'kai')).toEqual([[same, 400]])
  expect([await offered(ada, 'ledge'), await offered(ben), await offered(cleo)]).toEqual([[], [], []])
  await makeAdmin(app.db, cleo.user_id)
  expect((await offered(cleo)).map(([id]) => id)).toEqual([theirs, same])
  await app.db.updateTable('profiles').set({ is_admin: false }).where('user_id', '=', cleo.user_id).execute()
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', into).execute()
  expect(await outcomeOf(ben.listMergeable(into, {}))).toBe('SPOT_NOT_FOUND')
  await app.db.updateTable('spots').set({ audience: 'everybody' }).where('id', '=', into).execute()

  const { merge_id } = await ada.mergeSpots(into, { other_id: same })
  const into_it = await ada.listMerges({ spot_id: into })
  expect(into_it.items.map(({ id }) => id)).toEqual([merge_id])
  expect((await ada.listMerges({ spot_id: theirs })).items).toEqual([])
})
