import { LIMITS } from '@nollie/contract/limits'
import { expect } from 'vitest'
import { type Actor, actor, actors, getOutcome } from '../../../test/actors/actor.ts'
import { aCrew, anInvitation } from '../../../test/makers/crews.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { suspend } from '../accounts/index.ts'
import { selectCrew } from './crews.queries.ts'

async function namesIn(who: Actor, crew_id: string) {
  return (await who.getCrew(crew_id)).members.map(({ user, role }) => `${user.username} ${role}`)
}

test('a crew is created and invites a person, who accepts; it does not exist for anyone else', async ({
  ada,
  ben,
  cleo,
}) => {
  const crew = await ada.createCrew({ name: '  Ledge   Locals ' })
  expect(crew).toMatchObject({ role: 'owner', members: [{ user: { username: 'ada' }, role: 'owner' }] })
  await ada.inviteToCrew(crew.id, ben.user_id)
  await ada.inviteToCrew(crew.id, ben.user_id)
  expect((await ada.getCrew(crew.id)).invited).toMatchObject([{ user: { username: 'ben' } }])
  const [line, ...more] = await ben.notifications()
  expect(line).toMatchObject({
    type: 'crew_invitation',
    crew: { id: crew.id, name: crew.name },
    actors: [{ username: 'ada' }],
  })
  expect(more).toEqual([])
  expect(await ben.listCrews()).toMatchObject({
    items: [],
    invitations: [{ crew: { id: crew.id }, invited_by: { username: 'ada' } }],
  })
  expect(await getOutcome(ben.getCrew(crew.id))).toBe('CREW_NOT_FOUND')
  expect(await ben.joinCrew(crew.id)).toMatchObject({ role: 'member', invited: [] })
  await ben.joinCrew(crew.id)
  expect(await ben.notifications()).toEqual([])
  expect(await namesIn(ben, crew.id)).toEqual(['ada owner', 'ben member'])
  expect((await ben.listCrews()).items).toMatchObject([{ id: crew.id, role: 'member', members_count: 2 }])
  for (const call of [
    () => cleo.getCrew(crew.id),
    () => cleo.renameCrew(crew.id, { name: 'Mine' }),
    () => cleo.deleteCrew(crew.id),
    () => cleo.joinCrew(crew.id),
    () => cleo.leaveCrew(crew.id),
    () => cleo.inviteToCrew(crew.id, ben.user_id),
    () => cleo.withdrawInvitation(crew.id, ben.user_id),
    () => cleo.removeCrewMember(crew.id, ben.user_id),
    () => cleo.handOverCrew(crew.id, { user_id: cleo.user_id }),
    () => cleo.listCrewSpots(crew.id),
    () => cleo.listCrewPosts(crew.id),
  ])
    expect(await getOutcome(call())).toBe('CREW_NOT_FOUND')
})

test('only its owner renames, invites, removes, transfers, and deletes it', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const id = await aCrew(app.db, ada.user_id, [ben.user_id])
  for (const call of [
    () => ben.renameCrew(id, { name: 'Mine' }),
    () => ben.deleteCrew(id),
    () => ben.inviteToCrew(id, cleo.user_id),
    () => ben.withdrawInvitation(id, cleo.user_id),
    () => ben.removeCrewMember(id, ada.user_id),
    () => ben.handOverCrew(id, { user_id: ben.user_id }),
  ])
    expect(await getOutcome(call())).toBe('NOT_ALLOWED')
  expect((await ada.renameCrew(id, { name: 'Curb Club' })).name).toBe('Curb Club')
  expect(await getOutcome(ada.renameCrew(id, { name: ' ' }))).toBe('BAD_REQUEST')
  expect(await getOutcome(ada.removeCrewMember(id, ada.user_id))).toBe('BAD_REQUEST')
  expect(await getOutcome(ada.removeCrewMember(id, cleo.user_id))).toBe('PERSON_NOT_FOUND')
  expect(await getOutcome(ada.handOverCrew(id, { user_id: cleo.user_id }))).toBe('PERSON_NOT_FOUND')
  expect((await ada.handOverCrew(id, { user_id: ben.user_id })).role).toBe('member')
  await ben.removeCrewMember(id, ada.user_id)
  expect(await getOutcome(ada.getCrew(id))).toBe('CREW_NOT_FOUND')
  await ben.deleteCrew(id)
  expect(await getOutcome(ben.getCrew(id))).toBe('CREW_NOT_FOUND')
})

test('people who block the owner, or are suspended, can’t be invited, as if they did not exist', async ({
  app,
  ada,
}) => {
  const { eve, sus } = await actors(app, 'eve', 'sus')
  const id = await aCrew(app.db, ada.user_id)
  await eve.blockPerson(ada.user_id)
  await app.db.transaction().execute((tx) => suspend(tx, sus.user_id, true))
  for (const user_id of [eve.user_id, sus.user_id, '01890000-0000-7000-8000-000000000000'])
    expect(await getOutcome(ada.inviteToCrew(id, user_id))).toBe('PERSON_NOT_FOUND')
})

test('a later block ends the invitation, and two members who block each other do not see each other', async ({
  app,
  ada,
}) => {
  const { gus, hal } = await actors(app, 'gus', 'hal')
  const id = await aCrew(app.db, ada.user_id, [gus.user_id])
  await ada.inviteToCrew(id, hal.user_id)
  await hal.blockPerson(ada.user_id)
  expect((await hal.listCrews()).invitations).toEqual([])
  expect(await hal.notifications()).toEqual([])
  expect((await ada.getCrew(id)).invited).toEqual([])
  expect(await getOutcome(hal.joinCrew(id))).toBe('CREW_NOT_FOUND')
  await hal.unblockPerson(ada.user_id)
  await hal.joinCrew(id)
  await hal.blockPerson(gus.user_id)
  expect(await namesIn(hal, id)).toEqual(['ada owner', 'hal member'])
  expect(await namesIn(gus, id)).toEqual(['ada owner', 'gus member'])
  expect((await gus.listCrews()).items).toMatchObject([{ members_count: 2 }])
  expect(await namesIn(ada, id)).toEqual(['ada owner', 'gus member', 'hal member'])
  await ada.blockPerson(hal.user_id)
  expect(await namesIn(ada, id), 'the owner can still remove whom they block').toContain('hal member')
  await ada.removeCrewMember(id, hal.user_id)
  expect(await namesIn(ada, id)).not.toContain('hal member')
})

test('declined and withdrawn invitations are not sent again, and the owner can’t see that', async ({
  app,
  ada,
  ben,
}) => {
  const id = await aCrew(app.db, ada.user_id)
  await ada.inviteToCrew(id, ben.user_id)
  await ben.leaveCrew(id)
  expect(await getOutcome(ben.leaveCrew(id))).toBe('CREW_NOT_FOUND')
  expect(await getOutcome(ben.joinCrew(id))).toBe('CREW_NOT_FOUND')
  expect((await ada.getCrew(id)).invited).toHaveLength(1)
  await ada.withdrawInvitation(id, ben.user_id)
  expect((await ada.getCrew(id)).invited).toEqual([])
  await ada.inviteToCrew(id, ben.user_id)
  expect((await ben.listCrews()).invitations).toEqual([])
  expect(await ben.unreadCount()).toBe(0)
  const days = (n: number) => new Date(Date.now() - n * 86_400_000)
  await app.db
    .updateTable('crew_invitations')
    .set({ created_at: days(LIMITS.crew_invitation_days + 1) })
    .where('crew_id', '=', id)
    .execute()
  expect((await ada.getCrew(id)).invited).toEqual([])
  await ada.inviteToCrew(id, ben.user_id)
  expect((await ben.listCrews()).invitations).toHaveLength(1)
  await ada.withdrawInvitation(id, ben.user_id)
  expect(await getOutcome(ben.joinCrew(id))).toBe('CREW_NOT_FOUND')
  expect(await ben.notifications()).toEqual([])
})

test('limits crews per person, members per crew, and invitations', async ({ app, ada }) => {
  const max = await actor(app, 'max')
  const ids = []
  for (let n = 0; n < LIMITS.crews_max; n += 1) ids.push(await aCrew(app.db, max.user_id))
  expect(await getOutcome(max.createCrew({ name: 'One more' }))).toBe('TOO_MANY_CREWS')
  const id = await aCrew(app.db, ada.user_id)
  await ada.inviteToCrew(id, max.user_id)
  expect(await getOutcome(max.joinCrew(id))).toBe('TOO_MANY_CREWS')
  await max.leaveCrew(ids[0] ?? '')
  const many = []
  for (let n = 0; n < LIMITS.crew_members_max - 1; n += 1) many.push(await aMember(app.db, `crowd.${n}`))
  for (const user_id of many.slice(0, LIMITS.crew_invitations_max - 1))
    await anInvitation(app.db, id, { invited_by: ada.user_id, user_id })
  expect(await getOutcome(ada.inviteToCrew(id, many.at(-1) ?? ''))).toBe('TOO_MANY_INVITATIONS')
  await app.db
    .insertInto('crew_members')
    .values(many.map((user_id) => ({ crew_id: id, user_id })))
    .execute()
  expect(await getOutcome(max.joinCrew(id))).toBe('CREW_FULL')
  const bert = await aMember(app.db, 'bert')
  expect(await getOutcome(ada.inviteToCrew(id, bert))).toBe('CREW_FULL')
})

test('a crew always has an owner: the oldest member is next; a crew without members is deleted', async ({
  app,
}) => {
  const { ann, bob, cat, dan } = await actors(app, 'ann', 'bob', 'cat', 'dan')
  const id = await aCrew(app.db, ann.user_id, [bob.user_id, cat.user_id, dan.user_id])
  await app.db.transaction().execute((tx) => suspend(tx, ann.user_id, true))
  expect(await namesIn(cat, id)).toEqual(['bob owner', 'cat member', 'dan member'])
  await app.db.transaction().execute((tx) => suspend(tx, ann.user_id, false))
  await ann.signsInAgain()
  expect(await namesIn(ann, id)).toContain('ann member')
  await bob.leaveCrew(id)
  expect(await namesIn(cat, id)).toEqual(['ann owner', 'cat member', 'dan member'])
  await app.db.deleteFrom('crew_members').where('user_id', '=', ann.user_id).execute()
  expect(await namesIn(dan, id)).toEqual(['cat owner', 'dan member'])
  await cat.leaveCrew(id)
  await app.db.transaction().execute((tx) => suspend(tx, dan.user_id, true))
  expect(await app.db.selectFrom('crew_members').select('role').where('crew_id', '=', id).execute()).toEqual([
    { role: 'owner' },
  ])
  await app.db.deleteFrom('crew_members').where('user_id', '=', dan.user_id).execute()
  expect(await app.db.selectFrom('crews').select('id').where('id', '=', id).execute()).toEqual([])
})

test('a crew whose only member was suspended during the request has an empty list of members', async ({
  app,
}) => {
  const ida = await actor(app, 'ida')
  const { id } = await ida.createCrew({ name: 'Solo' })
  await app.db.transaction().execute((tx) => suspend(tx, ida.user_id, true))
  expect(await selectCrew(app.db, ida.user_id, id)).toMatchObject({ id, members: [] })
})
