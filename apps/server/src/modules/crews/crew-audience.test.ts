import { sql } from 'kysely'
import { expect } from 'vitest'
import { actors, getOutcome } from '../../../test/actors/actor.ts'
import { aCrew } from '../../../test/makers/crews.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aMediaItem, aSpot } from '../../../test/makers/spots.ts'
import { leaveAllCrews } from './index.ts'

async function photo(db: Parameters<typeof aMediaItem>[0], who: { user_id: string }) {
  return {
    media_ids: [await aMediaItem(db, who.user_id)],
  }
}

test('a spot can be shared with a crew by its members; people who leave lose access, and their own content becomes private', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const crew_id = await aCrew(app.db, ada.user_id, [ben.user_id])
  const share = async (who: typeof ada, audience: object) =>
    who.shareSpot(aSpot({ ...(await photo(app.db, who)), ...audience }))
  expect(await getOutcome(share(cleo, { audience: 'crew', crew_id }))).toBe('CREW_NOT_FOUND')
  expect(await getOutcome(share(ada, { audience: 'crew' }))).toBe('BAD_REQUEST')
  expect(await getOutcome(share(ada, { audience: 'members', crew_id }))).toBe('BAD_REQUEST')
  const hers = await share(ada, { audience: 'crew', crew_id })
  expect(hers).toMatchObject({ audience: 'crew', crew: { id: crew_id, name: 'Ledge Locals' } })
  expect(await ada.lastAudience()).toMatchObject({ audience: 'crew', crew_id })
  const his = await share(ben, { audience: 'everybody' })
  expect(await getOutcome(cleo.editSpot(his.id, { audience: 'crew', crew_id }, { version: 1 }))).toBe(
    'NOT_ALLOWED',
  )
  await ben.editSpot(his.id, { audience: 'crew', crew_id }, { version: 1 })
  expect((await ben.listCrewSpots(crew_id)).items.map(({ id }) => id)).toEqual([his.id, hers.id])
  expect(await getOutcome(cleo.getSpot(hers.id))).toBe('SPOT_NOT_FOUND')

  await ben.leaveCrew(crew_id)
  expect(await getOutcome(ben.getSpot(hers.id))).toBe('SPOT_NOT_FOUND')
  expect(await getOutcome(ada.getSpot(his.id))).toBe('SPOT_NOT_FOUND')
  expect(await ben.getSpot(his.id)).toMatchObject({ audience: 'only_me', crew: null, version: 3 })
  expect(
    await getOutcome(ben.editSpot(his.id, { audience: 'crew', crew_id }, { version: 3 })),
    'a form that was open',
  ).toBe('CREW_NOT_FOUND')
  const other = await aCrew(app.db, ada.user_id)
  await ada.editSpot(hers.id, { audience: 'crew', crew_id: other }, { version: 1 })
  expect((await ada.listCrewSpots(other)).items).toHaveLength(1)
  await ada.deleteCrew(other)
  expect(await ada.getSpot(hers.id)).toMatchObject({ audience: 'only_me', crew: null })
})

test('a crew sees a spot’s exact position, even before it opens; this ends when its creator leaves', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const crew_id = await aCrew(app.db, ada.user_id, [ben.user_id])
  const opens_at = new Date(Date.now() + 86_400_000).toISOString()
  const secret = { precision: 'town', exact_for: 'crew', crew_id } as const
  const share = async (more: object) =>
    ada.shareSpot(aSpot({ ...(await photo(app.db, ada)), audience: 'members', ...secret, ...more }))
  const spot = await share({})
  expect(await ben.getSpot(spot.id)).toMatchObject({
    is_exact: true,
    exact_for: 'crew',
    crew: { id: crew_id },
  })
  expect(await cleo.getSpot(spot.id)).toMatchObject({ is_exact: false, exact_for: null, crew: null })
  const later = await share({ opens_at })
  expect(await ben.getSpot(later.id)).toMatchObject({ audience: 'crew', opens_to: 'members' })
  expect(await getOutcome(cleo.getSpot(later.id))).toBe('SPOT_NOT_FOUND')
  // Narrowing the audience never gives anyone else the exact position.
  await ada.editSpot(spot.id, { audience: 'mutuals' }, { version: 1 })
  expect(await ada.getSpot(spot.id)).toMatchObject({ audience: 'mutuals', exact_for: 'only_me', crew: null })
  await ada.leaveCrew(crew_id)
  expect(await ada.getSpot(later.id)).toMatchObject({
    audience: 'only_me',
    exact_for: 'only_me',
    opens_to: 'members',
    crew: null,
  })
  expect(await getOutcome(ben.getSpot(later.id))).toBe('SPOT_NOT_FOUND')
})

test('a post can be for one crew, but not across a block; no count includes it', async ({ app }) => {
  const { ida, jim, kim, lou } = await actors(app, 'ida', 'jim', 'kim', 'lou')
  const crew_id = await aCrew(app.db, ida.user_id, [jim.user_id, kim.user_id])
  expect(await getOutcome(lou.shareContent({ title: 'Psst', crew_id }))).toBe('CREW_NOT_FOUND')
  const post = await ida.shareContent({ title: 'Sunday, six', content: 'At @jim, @lou', crew_id })
  expect(post).toMatchObject({ audience: 'crew', crew: { id: crew_id, name: 'Ledge Locals' } })
  const seen = async (who: typeof ida) => (await who.listPosts()).items.some(({ id }) => id === post.id)
  expect([await seen(ida), await seen(jim), await seen(lou)]).toEqual([true, true, false])
  expect(await getOutcome(lou.getPost(post.id))).toBe('POST_NOT_FOUND')
  expect(await getOutcome(lou.comments(post.id, 'Me, too'))).toBe('POST_NOT_FOUND')
  expect((await jim.notifications()).map(({ type }) => type)).toEqual(['mention'])
  expect(await lou.notifications()).toEqual([])
  expect((await jim.listCrewPosts(crew_id)).items.map(({ id }) => id)).toEqual([post.id])
  await jim.comments(post.id, 'There.')
  await kim.blockPerson(ida.user_id)
  expect(await getOutcome(kim.getPost(post.id))).toBe('POST_NOT_FOUND')
  expect((await kim.listCrewPosts(crew_id)).items).toEqual([])
  await ida.removeCrewMember(crew_id, jim.user_id)
  expect(await getOutcome(jim.getPost(post.id))).toBe('POST_NOT_FOUND')
  expect(await jim.notifications()).toEqual([])
  await ida.leaveCrew(crew_id)
  expect(await ida.getPost(post.id)).toMatchObject({ audience: 'only_me', crew: null })
  expect((await ida.getProfile(ida.user_id)).posts_count).toBe(0)
})

test('deleting an account also deletes its crew content', async ({ app, ada }) => {
  const { ned } = await actors(app, 'ned')
  const crew_id = await aCrew(app.db, ned.user_id, [ada.user_id])
  const spot = await ned.shareSpot(aSpot({ ...(await photo(app.db, ned)), audience: 'crew', crew_id }))
  await ada.getSpot(spot.id)
  await leaveAllCrews(app.db, ned.user_id)
  expect(await getOutcome(ada.getSpot(spot.id))).toBe('SPOT_NOT_FOUND')
  expect(await ada.getCrew(crew_id)).toMatchObject({ role: 'owner' })
})

test('a person who is removed from a crew concurrently shares nothing with it', async ({ app, ada, ben }) => {
  const waits = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      app.db,
    )
    return rows.length
  }
  const shares: ((crew_id: string) => Promise<unknown>)[] = [
    (crew_id) => ben.addList({ name: 'Sunday', visibility: 'crew', crew_id }),
    (crew_id) => ben.shareContent({ title: 'Sunday', crew_id }),
    async (crew_id) => ben.shareSpot(aSpot({ ...(await photo(app.db, ben)), audience: 'crew', crew_id })),
  ]
  for (const share of shares) {
    const crew_id = await aCrew(app.db, ada.user_id, [ben.user_id])
    const outcome = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('crews').select('id').where('id', '=', crew_id).forUpdate().execute()
      await tx
        .deleteFrom('crew_members')
        .where('user_id', '=', ben.user_id)
        .where('crew_id', '=', crew_id)
        .execute()
      const shared = getOutcome(share(crew_id))
      await expect.poll(waits).toBeGreaterThan(0)
      return { shared }
    })
    expect(await outcome.shared).toBe('CREW_NOT_FOUND')
  }
})
