import { LIMITS } from '@nollie/contract'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { makeAdmin } from '../../../test/actors/people.ts'
import { aMediaItem, aSpot } from '../../../test/makers/spots.ts'

const AT = { latitude: 35.2, longitude: 2.1 }
const ELSEWHERE = { latitude: 36.4, longitude: 3.3 }

function north(metres: number, at = AT) {
  return { ...at, latitude: at.latitude + metres / 111_195 }
}

type SharedSpot = Partial<Parameters<typeof aSpot>[0]>

async function share({ db }: TestApp, who: Actor, spot: SharedSpot) {
  return (await who.shareSpot(aSpot({ media_ids: [await aMediaItem(db, who.user_id)], ...spot }))).id
}

test('people with the right to merge can choose nearby spots that the job didn’t find, and undo the merge from the remaining one', async ({
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
  expect(await getOutcome(ben.listMergeable(into, {}))).toBe('SPOT_NOT_FOUND')
  await app.db.updateTable('spots').set({ audience: 'everybody' }).where('id', '=', into).execute()

  const { merge_id } = await ada.mergeSpots(into, { other_id: same })
  const into_it = await ada.listMerges({ spot_id: into })
  expect(into_it.items.map(({ id }) => id)).toEqual([merge_id])
  expect((await ada.listMerges({ spot_id: theirs })).items).toEqual([])
})

test('reports an impossible merge before it is chosen, and lists it in no pair', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const into = await share(app, ada, { ...ELSEWHERE, name: 'Quay' })
  const differs: Record<string, object> = {
    Members: { audience: 'members' },
    Secret: { audience: 'only_me' },
    Rough: { precision: 'about_150_m' },
    Later: { opens_at: new Date(Date.now() + 86_400_000).toISOString() },
  }
  const ids = new Map<string, string>()
  for (const [name, but] of Object.entries({ ...differs, Same: {} }))
    ids.set(name, await share(app, ada, { ...north(50, ELSEWHERE), name, ...but }))
  const offered = async (who: Actor, spot: string) => {
    const { items } = await who.listMergeable(spot, {})
    for (const { spot: other, refused } of items)
      expect(refused, other.name).toBe((await who.previewMerge(spot, other.id)).refused)
    return items.flatMap(({ spot: other, refused }) => (refused ? [] : [other.name]))
  }
  expect(await offered(ada, into)).toEqual(['Same'])
  expect((await ada.listMergeable(into, {})).items.map(({ refused }) => refused)).toEqual([
    null,
    ...Array(4).fill('SPOTS_DIFFER'),
  ])
  expect(await offered(ada, ids.get('Secret')!)).toEqual([])

  // Two spots with the audience `members`, by different creators. Someone blocked by one creator can still see the
  // other's spot.
  const theirs = await share(app, ben, { ...north(50, ELSEWHERE), name: 'Theirs', audience: 'members' })
  expect(await offered(mod, theirs)).toEqual([])
  const [spot_id, other_id] = [theirs, ids.get('Members')!].sort() as [string, string]
  await app.db
    .insertInto('twin_pairs')
    .values({ spot_id, other_id, likeness: 1, metres: 0, same_picture: false })
    .execute()
  expect((await mod.listTwins({})).items).toEqual([])
})
