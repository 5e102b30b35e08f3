import type { NewMeetup } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { type Actor, actors, getOutcome } from '../../../test/actors/actor.ts'
import { aCrew } from '../../../test/makers/crews.ts'
import { aMeetup, inHours } from '../../../test/makers/meetups.ts'
import { aSpotRow, follow } from '../../../test/makers/posts.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { suspend } from '../accounts/index.ts'
import { hasRoom } from './answer-meetup.service.ts'
import { deleteEndedMeetups } from './meetups.queries.ts'

const TOMORROW = { starts_at: inHours(24), ends_at: inHours(26) }

function forMembers(more: Partial<NewMeetup> = {}) {
  return { ...TOMORROW, audience: 'members' as const, ...more }
}

async function becomeMutuals({ db }: TestApp, one: Actor, other: Actor): Promise<void> {
  await follow(db, one.user_id, other.user_id)
  await follow(db, other.user_id, one.user_id)
}

async function canSee(who: Actor, meetup_id: string): Promise<boolean> {
  const outcome = await getOutcome(who.getMeetup(meetup_id))
  if (outcome !== 'done') expect(outcome).toBe('MEETUP_NOT_FOUND')
  return outcome === 'done'
}

test('a meetup is announced once per key, listed at its spot, and joined, left, and joined again', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot = await aSpotRow(app.db, cleo.user_id, 'MACBA')
  const key = uuid()
  const body = forMembers({ note: '  Bring wax ', tags: ['beginners', 'beginners', 'filming'] })
  const made = await ada.addMeetup(spot, body, { key })
  expect(made).toMatchObject({
    is_own: true,
    spot: { id: spot, name: 'MACBA' },
    time_zone: 'Europe/Madrid',
    note: 'Bring wax',
    tags: ['beginners', 'filming'],
    people_max: null,
    is_full: false,
    is_canceled: false,
    in_count: 1,
    maybe_count: 0,
    answer: null,
    guests: [],
  })
  expect((await ada.addMeetup(spot, body, { key })).id).toBe(made.id)
  expect((await ben.listMeetups(spot)).items).toMatchObject([{ id: made.id, is_own: false }])
  expect(await ben.answerMeetup(made.id, { answer: 'maybe' })).toMatchObject({
    answer: 'maybe',
    maybe_count: 1,
  })
  expect(await cleo.answerMeetup(made.id, { answer: 'in' })).toMatchObject({
    in_count: 2,
    maybe_count: 1,
    guests: [
      { user: { user_id: cleo.user_id }, answer: 'in' },
      { user: { user_id: ben.user_id }, answer: 'maybe' },
    ],
  })
  for (let again = 0; again < 2; again++)
    expect(await ben.answerMeetup(made.id, { answer: 'in' })).toMatchObject({ in_count: 3, maybe_count: 0 })
  for (let again = 0; again < 2; again++)
    expect(await ben.answerMeetup(made.id, { answer: 'out' })).toMatchObject({ in_count: 2, answer: null })
  expect(await ada.answerMeetup(made.id, { answer: 'out' })).toMatchObject({ in_count: 2, answer: null })
})

test('its form, and the database, refuse times that are over, too long, or too far ahead', async ({
  app,
  ada,
}) => {
  const spot = await aSpotRow(app.db, ada.user_id)
  const outcome = (body: object) => getOutcome(ada.addMeetup(spot, forMembers(body)))
  expect(await outcome({ starts_at: inHours(2), ends_at: inHours(1) })).toBe('BAD_REQUEST')
  expect(await outcome({ starts_at: inHours(1), ends_at: inHours(13.1) })).toBe('BAD_REQUEST')
  expect(await outcome({ starts_at: inHours(-3), ends_at: inHours(-1) })).toBe('BAD_REQUEST')
  expect(await outcome({ starts_at: inHours(24 * 14 + 1), ends_at: inHours(24 * 14 + 2) })).toBe(
    'BAD_REQUEST',
  )
  expect(await outcome({ starts_at: inHours(24 * 14 - 1), ends_at: inHours(24 * 14 + 2) })).toBe('done')
  // A request that waited for the network can arrive after the start.
  expect(await outcome({ starts_at: inHours(-1), ends_at: inHours(1) })).toBe('done')
  expect(await outcome({ people_max: 1 })).toBe('BAD_REQUEST')
  expect(await outcome({ people_max: 101 })).toBe('BAD_REQUEST')
  expect(await outcome({ audience: 'everybody' as 'members' })).toBe('BAD_REQUEST')
  expect(await outcome({ audience: 'crew' })).toBe('BAD_REQUEST')
  expect(await outcome({ audience: 'crew', crew_id: uuid() })).toBe('CREW_NOT_FOUND')
  expect(await outcome({ note: 'x'.repeat(301) })).toBe('BAD_REQUEST')
  const id = await aMeetup(app.db, ada.user_id, spot)
  for (const change of [
    sql`ends_at = starts_at`,
    sql`ends_at = starts_at + interval '12 hours 1 second'`,
    sql`starts_at = updated_at + interval '15 days', ends_at = updated_at + interval '15 days 1 hour'`,
    sql`note = repeat('x', 301)`,
    sql`tags = '{scooters}'`,
    sql`audience = 'everybody'`,
    sql`audience = 'crew'`,
    sql`people_max = 101`,
  ])
    await expect(sql`update meetups set ${change} where id = ${id}`.execute(app.db)).rejects.toThrow(
      /violates check constraint/,
    )
})

test('a host has a limit of meetups to come, and a smaller one at each spot', async ({ app }) => {
  const { host } = await actors(app, 'host')
  const spot = await aSpotRow(app.db, host.user_id)
  const busy = await aSpotRow(app.db, host.user_id)
  for (let n = 0; n < LIMITS.meetups_here_max; n++) await aMeetup(app.db, host.user_id, busy)
  expect(await getOutcome(host.addMeetup(busy, forMembers()))).toBe('TOO_MANY_MEETUPS')
  for (let n = LIMITS.meetups_here_max; n < LIMITS.meetups_max - 1; n++)
    await aMeetup(app.db, host.user_id, await aSpotRow(app.db, host.user_id))
  const last = await host.addMeetup(spot, forMembers())
  expect(await getOutcome(host.addMeetup(spot, forMembers()))).toBe('TOO_MANY_MEETUPS')
  await host.cancelMeetup(last.id)
  expect(await getOutcome(host.addMeetup(spot, forMembers()))).toBe('done')
})

test('only its audience sees a meetup; everyone else gets the same answer as for a missing one', async ({
  app,
}) => {
  const { host, mutual, fan, mate, stranger, blocked } = await actors(
    app,
    'host2',
    'mutual',
    'fan',
    'mate',
    'stranger',
    'blocked',
  ).then((them) => ({ ...them, host: them.host2 }))
  await becomeMutuals(app, host, mutual)
  await follow(app.db, fan.user_id, host.user_id)
  const crew_id = await aCrew(app.db, host.user_id, [mate.user_id, blocked.user_id])
  await blocked.blockPerson(host.user_id)
  const spot = await aSpotRow(app.db, host.user_id)
  const seen = {
    members: [host, mutual, fan, mate, stranger],
    mutuals: [host, mutual],
    crew: [host, mate],
  }
  for (const audience of ['members', 'mutuals', 'crew'] as const) {
    const { id } = await host.addMeetup(spot, {
      ...TOMORROW,
      audience,
      ...(audience === 'crew' && { crew_id }),
    })
    for (const who of [host, mutual, fan, mate, stranger, blocked]) {
      const may = seen[audience].includes(who)
      expect(await canSee(who, id), `${who.username} sees a meetup for ${audience}`).toBe(may)
      const listed = (await who.listMeetups(spot)).items.some((one) => one.id === id)
      expect(listed, `${who.username} lists a meetup for ${audience}`).toBe(may)
      if (may) continue
      expect(await getOutcome(who.answerMeetup(id, { answer: 'in' }))).toBe('MEETUP_NOT_FOUND')
      expect(await getOutcome(who.editMeetup(id, TOMORROW))).toBe('MEETUP_NOT_FOUND')
      expect(await getOutcome(who.cancelMeetup(id))).toBe('MEETUP_NOT_FOUND')
      expect(await getOutcome(who.report({ report_type: 'spam', reported_meetup_id: id }))).toBe(
        'MEETUP_NOT_FOUND',
      )
    }
  }
  const other = await aSpotRow(app.db, host.user_id)
  expect((await host.addMeetup(other, TOMORROW)).audience).toBe('mutuals')
})

test('never reaches further than its spot, nor people who don’t see the exact position', async ({ app }) => {
  const { owner, friend, stranger } = await actors(app, 'owner3', 'friend3', 'stranger3').then((them) => ({
    owner: them.owner3,
    friend: them.friend3,
    stranger: them.stranger3,
  }))
  await becomeMutuals(app, owner, friend)
  const spot = await aSpotRow(app.db, owner.user_id)
  const { id } = await owner.addMeetup(spot, forMembers())
  expect(await canSee(stranger, id)).toBe(true)
  await stranger.answerMeetup(id, { answer: 'in' })
  await app.db
    .updateTable('spots')
    .set({ precision: 'about_1_km', exact_for: 'mutuals' })
    .where('id', '=', spot)
    .execute()
  expect(await canSee(stranger, id)).toBe(false)
  expect(await getOutcome(stranger.addMeetup(spot, forMembers()))).toBe('SPOT_NOT_FOUND')
  expect((await stranger.listMeetups(spot)).items).toEqual([])
  expect(await friend.getMeetup(id)).toMatchObject({ in_count: 1, guests: [] })
  await app.db.updateTable('spots').set({ audience: 'mutuals' }).where('id', '=', spot).execute()
  expect(await canSee(friend, id)).toBe(true)
  expect(await getOutcome(stranger.listMeetups(spot))).toBe('SPOT_NOT_FOUND')
  await app.db
    .updateTable('spots')
    .set({ audience: 'only_me', exact_for: 'only_me' })
    .where('id', '=', spot)
    .execute()
  expect(await canSee(friend, id)).toBe(false)
})

test('a host who no longer sees the spot takes the meetup along', async ({ app }) => {
  const people = await actors(app, 'owner9', 'host9', 'guest9')
  const [owner, host, guest] = [people.owner9, people.host9, people.guest9]
  const spot = await aSpotRow(app.db, owner.user_id)
  await app.db.updateTable('spots').set({ audience: 'members' }).where('id', '=', spot).execute()
  const { id } = await host.addMeetup(spot, forMembers())
  await guest.answerMeetup(id, { answer: 'in' })
  await owner.blockPerson(host.user_id)
  for (const who of [host, guest, owner]) expect(await canSee(who, id), who.username).toBe(false)
  expect((await guest.listMeetups(spot)).items).toEqual([])
  await owner.unblockPerson(host.user_id)
  expect(await canSee(guest, id)).toBe(true)
})

test('a guest who loses access leaves the names and the count; a suspended host’s meetups are not visible', async ({
  app,
}) => {
  const people = await actors(app, 'host4', 'guest4', 'viewer4')
  const [host, guest, viewer] = [people.host4, people.guest4, people.viewer4]
  const spot = await aSpotRow(app.db, host.user_id)
  const { id } = await host.addMeetup(spot, forMembers({ people_max: 2 }))
  await guest.answerMeetup(id, { answer: 'in' })
  expect(await getOutcome(viewer.answerMeetup(id, { answer: 'in' }))).toBe('MEETUP_FULL')
  await viewer.blockPerson(guest.user_id)
  expect(await viewer.getMeetup(id)).toMatchObject({ in_count: 1, is_full: true, guests: [] })
  await host.blockPerson(guest.user_id)
  expect(await canSee(guest, id)).toBe(false)
  expect(await viewer.answerMeetup(id, { answer: 'in' })).toMatchObject({ in_count: 2, answer: 'in' })
  await app.db.transaction().execute((tx) => suspend(tx, host.user_id, true))
  expect(await canSee(viewer, id)).toBe(false)
})

test('people who join at the same moment never exceed the limit', async ({ app }) => {
  const host = await actors(app, 'host5').then(({ host5 }) => host5)
  const guests = Object.values(await actors(app, 'one5', 'two5', 'three5', 'four5'))
  const spot = await aSpotRow(app.db, host.user_id)
  const { id } = await host.addMeetup(spot, forMembers({ people_max: 3 }))
  const outcomes = await Promise.all(guests.map((who) => getOutcome(who.answerMeetup(id, { answer: 'in' }))))
  expect(outcomes.toSorted()).toEqual(['MEETUP_FULL', 'MEETUP_FULL', 'done', 'done'])
  expect(await host.getMeetup(id)).toMatchObject({ in_count: 3, is_full: true })
  const refused = guests[outcomes.indexOf('MEETUP_FULL')]
  expect(await refused?.answerMeetup(id, { answer: 'maybe' })).toMatchObject({ maybe_count: 1 })
})

test('there is room for people who are in up to the limit, and for maybes up to theirs', () => {
  expect(hasRoom('in', { all: 0, in: 0 }, 2)).toBe(true)
  expect(hasRoom('in', { all: 1, in: 1 }, 2)).toBe(false)
  expect(hasRoom('maybe', { all: 1, in: 1 }, 2)).toBe(true)
  expect(hasRoom('in', { all: 99, in: 99 }, null)).toBe(false)
  expect(hasRoom('maybe', { all: LIMITS.meetup_guests_max, in: 0 }, null)).toBe(false)
})

test('a change or a cancellation reaches guests, a join reaches the host, and both vanish with the meetup', async ({
  app,
}) => {
  const people = await actors(app, 'host6', 'guest6', 'other6')
  const [host, guest, other] = [people.host6, people.guest6, people.other6]
  const spot = await aSpotRow(app.db, host.user_id, 'Sants')
  const { id } = await host.addMeetup(spot, forMembers())
  await guest.answerMeetup(id, { answer: 'in' })
  await other.answerMeetup(id, { answer: 'in' })
  const meetup = { id, spot_name: 'Sants', is_canceled: false }
  expect(await host.notifications()).toMatchObject([{ type: 'meetup_joined', actors_count: 2, meetup }])
  await other.answerMeetup(id, { answer: 'out' })
  expect(await host.notifications()).toMatchObject([{ type: 'meetup_joined', actors_count: 1 }])
  const later = { starts_at: inHours(25), ends_at: inHours(27) }
  expect(await host.editMeetup(id, { ...later, tags: ['contest'] })).toMatchObject({
    ...later,
    tags: ['contest'],
  })
  expect(await guest.notifications()).toMatchObject([{ type: 'meetup_changed', meetup }])
  expect(await other.notifications()).toEqual([])
  await guest.readNotifications({ until: inHours(0.1) })
  await host.editMeetup(id, { ...later, people_max: 5 })
  expect(await guest.unreadCount()).toBe(0)
  for (let again = 0; again < 2; again++) await host.cancelMeetup(id)
  expect(await guest.unreadCount()).toBe(1)
  expect(await guest.notifications()).toMatchObject([{ meetup: { is_canceled: true } }])
  expect(await guest.getMeetup(id)).toMatchObject({ is_canceled: true })
  expect((await guest.listMeetups(spot)).items).toEqual([])
  expect(await getOutcome(other.answerMeetup(id, { answer: 'in' }))).toBe('MEETUP_OVER')
  expect(await getOutcome(host.editMeetup(id, later))).toBe('MEETUP_OVER')
  await app.db.deleteFrom('meetups').where('id', '=', id).execute()
  expect(await guest.notifications()).toEqual([])
})

test('an hour after its end a meetup is in no answer, and its rows are deleted', async ({
  app,
  ada,
  ben,
}) => {
  const spot = await aSpotRow(app.db, ada.user_id)
  const [recent, old] = await Promise.all(
    [-0.9, -1.1].map((hours) =>
      aMeetup(app.db, ada.user_id, spot, {
        starts_at: inHours(hours - 2),
        ends_at: inHours(hours),
      }),
    ),
  )
  expect(await canSee(ben, recent ?? '')).toBe(true)
  expect(await getOutcome(ben.answerMeetup(recent ?? '', { answer: 'in' }))).toBe('MEETUP_OVER')
  expect(await canSee(ada, old ?? '')).toBe(false)
  await deleteEndedMeetups(app.db)
  const rows = await app.db.selectFrom('meetups').select('id').where('spot_id', '=', spot).execute()
  expect(rows.map(({ id }) => id)).toEqual([recent])
})

test('a reported meetup is removed by a moderator; a host who leaves the crew takes the meetup along', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const spot = await aSpotRow(app.db, ada.user_id)
  const { id } = await ada.addMeetup(spot, forMembers({ note: 'Buy my boards' }))
  expect(await getOutcome(ada.report({ report_type: 'spam', reported_meetup_id: id }))).toBe('OWN_THING')
  await ben.report({ report_type: 'spam', reported_meetup_id: id })
  const [open] = (await mod.listCases({ status: 'open' })).items
  expect(open).toMatchObject({ kind: 'meetup', words: 'Buy my boards' })
  expect(await getOutcome(mod.decideCase(open?.id ?? '', { action: 'hide', reason: 'Spam' }))).toBe(
    'NOT_ALLOWED',
  )
  await mod.decideCase(open?.id ?? '', { action: 'remove', reason: 'Spam' })
  expect(await canSee(ada, id)).toBe(false)
  const crew_id = await aCrew(app.db, ben.user_id, [ada.user_id])
  const crewed = await ada.addMeetup(spot, { ...TOMORROW, audience: 'crew', crew_id })
  expect(await canSee(ben, crewed.id)).toBe(true)
  await ada.leaveCrew(crew_id)
  expect(await canSee(ada, crewed.id)).toBe(false)
})

test('an answer is deleted with the account', async ({ app, ada, ben }) => {
  const spot = await aSpotRow(app.db, ada.user_id)
  const { id } = await ada.addMeetup(spot, forMembers())
  await ben.answerMeetup(id, { answer: 'maybe' })
  await app.db.deleteFrom('users').where('id', '=', ben.user_id).execute()
  expect(await ada.getMeetup(id)).toMatchObject({ maybe_count: 0 })
})
