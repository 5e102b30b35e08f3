import { randomUUID } from 'node:crypto'
import {
  CIRCLE_METRES,
  EXACT_AUDIENCES,
  type Precision,
  PRECISIONS,
  type Relation,
  RELATIONS,
  seesExactly,
  type SpotEdit,
} from '@nollie/contract'
import { pinRef, toWorld } from '@nollie/contract/map/map-codec'
import { expect } from 'vitest'
import { type Actor, actors, getOutcome } from '../../../../test/actors/actor.ts'
import type { TestApp } from '../../../../test/world/app.ts'
import { aCrew } from '../../../../test/makers/crews.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { aPost, follow } from '../../../../test/makers/posts.ts'
import { aMediaItem, aSpot } from '../../../../test/makers/spots.ts'
import { spotsCounted } from '../../../../test/world/wait-for-counts.ts'
import { findTimeZone } from '../../places/index.ts'
import { metresBetween } from '../index.ts'
import { openSpots } from '../sharing/open-spots.service.ts'

const HERE = { latitude: 41.3812345, longitude: 2.1654321 }
const BLURRED = PRECISIONS.filter((precision) => precision !== 'exact')

async function shared({ db }: TestApp, who: Actor, fields: Partial<Parameters<typeof aSpot>[0]> = {}) {
  return who.shareSpot(aSpot({ media_ids: [await aMediaItem(db, who.user_id)], ...HERE, ...fields }))
}

async function friends(app: TestApp, one: Actor, other: Actor) {
  await follow(app.db, one.user_id, other.user_id)
  await follow(app.db, other.user_id, one.user_id)
}

function inDays(days: number) {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

test('only people in the table see a spot exactly, for every precision, second audience, and relation', async ({
  app,
}) => {
  const { creator, blocked, mutual, crew, member } = await actors(
    app,
    'creator',
    'blocked',
    'mutual',
    'crew',
    'member',
  )
  const crew_id = await aCrew(app.db, creator.user_id, [crew.user_id])
  await friends(app, mutual, creator)
  await blocked.blockPerson(creator.user_id)
  const people: Record<Exclude<Relation, 'visitor'>, Actor> = { creator, blocked, mutual, crew, member }
  for (const precision of PRECISIONS)
    for (const exact_for of EXACT_AUDIENCES) {
      const { id } = await shared(app, creator, {
        precision,
        exact_for,
        address: 'Behind the depot 7',
        ...(exact_for === 'crew' && { crew_id }),
      })
      for (const relation of RELATIONS) {
        if (relation === 'visitor') continue
        const spot = await people[relation].getSpot(id)
        // Crew members are also members.
        const relations = relation === 'crew' ? (['crew', 'member'] as const) : [relation]
        const sees = seesExactly({ precision, exact_for }, ...relations)
        const where = `${relation} of ${precision} for ${exact_for}`
        expect(spot.is_exact, where).toBe(sees)
        expect(spot.latitude === HERE.latitude && spot.longitude === HERE.longitude, where).toBe(sees)
        expect(spot.address, where).toBe(sees ? 'Behind the depot 7' : null)
        const isAmong = seesExactly({ precision: 'town', exact_for }, ...relations)
        expect(spot.exact_for, where).toBe(isAmong ? exact_for : null)
      }
    }
})

test('the shown position is in its circle, is chosen once, and survives corrections and changes', async ({
  app,
  ada,
  ben,
}) => {
  for (const precision of BLURRED) {
    let spot = await shared(app, ada, { precision })
    const seen = async () => {
      const { latitude, longitude } = await ben.getSpot(spot.id)
      return { latitude, longitude }
    }
    const edit = async (change: SpotEdit) => {
      spot = await ada.editSpot(spot.id, change, { version: spot.version })
    }
    const first = await seen()
    const circle = CIRCLE_METRES[precision]
    if (circle !== null) expect(metresBetween(first, HERE)).toBeLessThanOrEqual(circle)
    else expect(await ben.getSpot(spot.id)).toMatchObject({ city: 'Barcelona', postal_code: null })
    // Moves the pin back and forth by a few meters.
    for (let n = 0; n < 6; n++) {
      await edit({ latitude: HERE.latitude + (n % 2) * 2e-5, longitude: HERE.longitude - (n % 3) * 2e-5 })
      expect(await seen(), precision).toEqual(first)
    }
    expect(spot).toMatchObject({ latitude: HERE.latitude + 2e-5, is_exact: true })
    for (const other of PRECISIONS) {
      await edit({ precision: other })
      await edit({ precision })
      expect(await seen(), `${precision}, ${other} and back`).toEqual(first)
    }
    await edit({ latitude: 48.8566, longitude: 2.3522 })
    const moved = await seen()
    expect(metresBetween(moved, first)).toBeGreaterThan(500_000)
  }
})

test('a stricter precision removes the position from every response and from the history; only its creator can set it', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const spot = await shared(app, ada, { address: 'Carrer del Zebra 99' })
  expect(await ben.getSpot(spot.id)).toMatchObject({ ...HERE, address: 'Carrer del Zebra 99' })
  const moved = await ada.editSpot(spot.id, { latitude: 41.3813333 }, { version: 1 }).catch(() => null)
  expect(moved, 'a position has two coordinates').toBeNull()
  await ada.editSpot(spot.id, { latitude: 41.3813333, longitude: HERE.longitude }, { version: 1 })
  for (const other of [ben, mod])
    expect(await getOutcome(other.editSpot(spot.id, { precision: 'town' }, { version: 2 }))).toBe(
      'NOT_ALLOWED',
    )
  await ada.editSpot(spot.id, { precision: 'about_1_km' }, { version: 2 })
  const { items } = await ben.listAreaSpots({ box: '2.1,41.3,2.3,41.5' })
  // Other spots from this file are also displayed there, or happen to be close.
  const inArea = items.filter(({ id }) => id === spot.id)
  expect(inArea).toHaveLength(1)
  for (const answer of [await ben.getSpot(spot.id), await mod.getSpotHistory(spot.id), inArea]) {
    const text = JSON.stringify(answer)
    for (const place of ['41.3812345', '41.3813333', '2.1654321', 'Zebra']) expect(text).not.toContain(place)
  }
  // People who can't see the exact position can't move the spot, but can edit everything else.
  const unknown = { latitude: 41.4, longitude: 2.2 }
  for (const change of [unknown, { address: 'Here' }, { city: 'Girona' }])
    expect(await getOutcome(mod.editSpot(spot.id, change, { version: 3 }))).toBe('NOT_ALLOWED')
  expect(await mod.editSpot(spot.id, { name: 'Zoo bank' }, { version: 3 })).toMatchObject({ is_exact: false })
  expect(await ada.getSpot(spot.id)).toMatchObject({ latitude: 41.3813333, address: 'Carrer del Zebra 99' })
  await ada.editSpot(spot.id, { precision: 'exact' }, { version: 4 })
  expect(await ben.getSpot(spot.id)).toMatchObject({ latitude: 41.3813333, address: 'Carrer del Zebra 99' })
})

test('only people with access see a spot exactly; a narrower audience also narrows the second one', async ({
  app,
  ada,
}) => {
  const wide = { audience: 'only_me', exact_for: 'members', precision: 'town' } as const
  expect(await getOutcome(shared(app, ada, wide))).toBe('BAD_REQUEST')
  const spot = await shared(app, ada, { precision: 'town', exact_for: 'members' })
  expect(await ada.lastAudience()).toMatchObject({
    audience: 'everybody',
    precision: 'town',
    exact_for: 'members',
  })
  const closed = await ada.editSpot(spot.id, { audience: 'mutuals' }, { version: 1 })
  expect(closed).toMatchObject({ audience: 'mutuals', exact_for: 'mutuals' })
  expect(await getOutcome(ada.editSpot(spot.id, { exact_for: 'members' }, { version: 2 }))).toBe(
    'BAD_REQUEST',
  )
})

test('people who see a spot exactly see its pin at the real position, but only on their own map', async ({
  app,
  ada,
  ben,
  visitor,
}) => {
  const { id } = await shared(app, ada, { precision: 'about_1_km' })
  const shown = await ben.getSpot(id)
  const tile = (point: { latitude: number; longitude: number }, z = 15) => {
    const { x, y } = toWorld(point.latitude, point.longitude)
    const [left, top] = [Math.floor(x * 2 ** z), Math.floor(y * 2 ** z)].map(String) as [string, string]
    return { z: String(z), x0: left, x1: left, y0: top, y1: top }
  }
  const tail = id.slice(-6)
  expect((await ada.mapOfKnown(tile(HERE))).tails).toContain(tail)
  expect((await ben.mapOfKnown(tile(HERE))).tails).not.toContain(tail)
  expect((await ben.mapOfKnown(tile(shown))).tails, 'it is on the public map').not.toContain(tail)
  expect((await ada.mapOfKnown(tile(HERE, 9))).tails, 'where it would be counted twice').not.toContain(tail)
  await spotsCounted(app.db)
  expect((await visitor.getMap(tile(shown))).tails).toContain(tail)
  const { x, y } = toWorld(HERE.latitude, HERE.longitude)
  const pin = pinRef({ bits: 24, x: Math.floor(x * 2 ** 24), y: Math.floor(y * 2 ** 24), tail })
  expect(await ada.cardOfPin(pin)).toMatchObject({ id, is_exact: true, latitude: HERE.latitude })
  expect(await getOutcome(ben.cardOfPin(pin))).toBe('SPOT_NOT_FOUND')
})

test('comparisons use the position a person sees, so requests reveal nothing more', async ({
  app,
  ada,
  ben,
}) => {
  const { id } = await shared(app, ada, { precision: 'about_1_km' })
  const shown = await ben.getSpot(id)
  const at = (who: Actor, metres: number, from: { latitude: number; longitude: number }) =>
    getOutcome(
      who.addCheck(
        id,
        {
          answer: 'open',
          position: { latitude: from.latitude + metres / 111_195, longitude: from.longitude, accuracy: 5 },
        },
        { key: randomUUID() },
      ),
    )
  const reach = (CIRCLE_METRES.about_1_km ?? 0) + 300
  for (const [metres, outcome] of [
    [reach - 10, 'done'],
    [reach + 20, 'TOO_FAR'],
  ] as const) {
    expect(await at(ben, metres, shown)).toBe(outcome)
    expect(await at(ben, -metres, shown)).toBe(outcome)
  }
  expect(await at(ada, 20, HERE)).toBe('done')
  expect(await at(ada, 420, HERE)).toBe('TOO_FAR')
  const rows = await app.db.selectFrom('checks').select(['user_id', 'distance', 'proof']).execute()
  expect(rows.find(({ user_id }) => user_id === ben.user_id)).toMatchObject({
    distance: 'near',
    proof: 'device',
  })
  expect(rows.find(({ user_id }) => user_id === ada.user_id)).toMatchObject({
    distance: 'at',
    proof: 'position',
  })
})

test('until it opens a spot is visible to few; it opens once, and a clock that jumps closes nothing', async ({
  app,
  ada,
  ben,
}) => {
  const { cat } = await actors(app, 'cat')
  await friends(app, ada, cat)
  for (const opens_at of [inDays(-1), inDays(400), 'tomorrow'])
    expect(await getOutcome(shared(app, ada, { opens_at }))).toBe('BAD_REQUEST')
  const opens_at = inDays(2)
  const { id } = await shared(app, ada, { exact_for: 'mutuals', opens_at })
  expect(await ada.getSpot(id)).toMatchObject({ audience: 'mutuals', opens_to: 'everybody', opens_at })
  expect(await cat.getSpot(id)).toMatchObject({ opens_at, ...HERE })
  expect(await getOutcome(ben.getSpot(id))).toBe('SPOT_NOT_FOUND')
  await openSpots(app.db)
  expect(await getOutcome(ben.getSpot(id))).toBe('SPOT_NOT_FOUND')
  const between = await aPost(app.db, ben.user_id)
  expect((await ben.listPosts({})).items[0]?.id).toBe(between)
  const sharedAt = Date.parse((await ben.getPost(between)).created_at)
  // Changes the opening time, and then the audience.
  await ada.editSpot(id, { opens_at: inDays(1), audience: 'members' }, { version: 1 })
  expect(await ada.getSpot(id)).toMatchObject({ audience: 'mutuals', opens_to: 'members' })
  await app.db
    .updateTable('spots')
    .set({ opens_at: inDays(-0.001) })
    .where('id', '=', id)
    .execute()
  await Promise.all([openSpots(app.db), openSpots(app.db)])
  expect(await ben.getSpot(id)).toMatchObject({ audience: 'members', opens_at: null, opens_to: null })
  const [newest] = (await ben.listPosts({})).items
  expect(newest, 'it enters the feed when it opens').toMatchObject({ spot_id: id, kind: 'spot' })
  expect(Date.parse(newest!.created_at)).toBeGreaterThan(sharedAt)
  const events = await app.db.selectFrom('events').select('data').where('name', '=', 'post').execute()
  const created = events.filter(({ data }) => JSON.stringify(data).includes(id))
  expect(created.filter(({ data }) => (data as { post_id: unknown }).post_id === null)).toHaveLength(1)
  await openSpots(app.db)
  expect((await ben.getSpot(id)).audience).toBe('members')
  // Closes the spot again until another time, then opens it immediately.
  await ada.editSpot(id, { opens_at: inDays(5) }, { version: 2 })
  expect(await getOutcome(ben.getSpot(id))).toBe('SPOT_NOT_FOUND')
  await ada.editSpot(id, { opens_at: null }, { version: 3 })
  expect(await ben.getSpot(id)).toMatchObject({ audience: 'members', opens_at: null })
})

test('the creator’s export has the exact position, and a spot that outlives the account no longer has it', async ({
  app,
  ada,
}) => {
  const spot = await shared(app, ada, {
    precision: 'town' satisfies Precision,
    address: 'Behind the depot 7',
  })
  const own = await ada.listOwnContent({ kind: 'spots' })
  expect(JSON.stringify(own)).toContain('Behind the depot 7')
  await app.db.deleteFrom('spots').where('id', '=', spot.id).execute()
  const left = await app.db.selectFrom('spot_positions').selectAll().where('spot_id', '=', spot.id).execute()
  expect(left).toEqual([])
})

test('sharing again warns of a duplicate that only the person sees exactly, at its real position', async ({
  app,
  ada,
  ben,
}) => {
  const { id } = await shared(app, ada, { precision: 'town', exact_for: 'only_me', name: 'Quiet bank' })
  const warned = async (who: Actor) =>
    (await who.nearbySpots({ ...HERE, name: 'Quiet bank' })).items.map(({ spot }) => spot.id)
  expect(await warned(ada)).toContain(id)
  expect(await warned(ben)).not.toContain(id)
  const shown = await ben.getSpot(id)
  expect(metresBetween(HERE, shown)).toBeGreaterThan(200)
  const at = { latitude: Number(shown.latitude.toFixed(6)), longitude: Number(shown.longitude.toFixed(6)) }
  const { items } = await ada.nearbySpots({ ...at, name: 'Quiet bank' })
  expect(items.map(({ spot }) => spot.id)).not.toContain(id)
})

test('a spot has the time zone of the position that the viewer sees', async ({ app }) => {
  const { tim: creator, zoe: member } = await actors(app, 'tim', 'zoe')
  const tokyo = await shared(app, creator, { latitude: 35.6262, longitude: 139.6616 })
  expect((await member.getSpot(tokyo.id)).time_zone).toBe('Asia/Tokyo')
  expect((await member.getSpotCard(tokyo.id)).time_zone).toBe('Asia/Tokyo')

  // Indiana has two time zones. This spot's displayed position may be in a different zone from the spot.
  const border = { latitude: 38.3, longitude: -86.95 }
  const { id } = await shared(app, creator, { ...border, precision: 'town' })
  const spot = await member.getSpot(id)
  expect(spot.is_exact).toBe(false)
  expect(spot.time_zone).toBe(findTimeZone(spot))
  expect((await creator.getSpot(id)).time_zone).toBe(findTimeZone(border))
})
