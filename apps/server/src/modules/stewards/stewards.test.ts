import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { rolledUp } from '../../../test/world/jobs.ts'
import { mailsTo } from '../../../test/services/mails.ts'
import { anArea, box, bulletin, dayIn, ELSEWHERE, HERE, inDays } from '../../../test/makers/stewards.ts'
import { aCheck, aMediaItem, sharePhotoSpot } from '../../../test/makers/spots.ts'

function grownUp({ db }: TestApp) {
  return db.updateTable('users').set({ created_at: sql`now() - interval '90 days'` }).execute()
}

/** Returns the token from the link in the email that an action sends to a person. */
async function tokenAfter(app: TestApp, who: Actor, act: () => Promise<unknown>) {
  const about = 'About your spot on Nollie'
  const before = (await mailsTo(app, who.email, { count: 0, about })).length
  await act()
  const mails = await mailsTo(app, who.email, { count: before + 1, about })
  return /\/appeal\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

test.beforeEach(async ({ app }) => {
  for (const table of [
    ...(['steward_areas', 'notifications', 'digest_settings', 'area_changes', 'blocks', 'appeals'] as const),
    ...(['moderation_decisions', 'reports', 'report_cases', 'spots'] as const),
  ])
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ suspended_at: null }).execute()
})

test('an admin draws an area and appoints stewards for it, and all of this is logged', async ({
  mod,
  ada,
  visitor,
}) => {
  const id = await anArea(mod, ada)
  expect(await getOutcome(mod.addArea({ name: 'barcelona', corners: HERE }))).toBe('AREA_NAME_TAKEN')
  expect(await getOutcome(mod.nameSteward(id, 'nobody'))).toBe('PERSON_NOT_FOUND')
  expect(await mod.nameSteward(id, ada.username)).toMatchObject({
    stewards: [{ user: { user_id: ada.user_id } }],
  })
  expect(await visitor.getArea(id)).toMatchObject({
    name: 'Barcelona',
    corners: HERE,
    is_steward: false,
    is_followed: false,
    stewards: [{ user_id: ada.user_id }],
  })
  expect(await visitor.listAreasOfPerson(ada.user_id)).toMatchObject({ items: [{ id, name: 'Barcelona' }] })
  expect((await ada.getArea(id)).is_steward).toBe(true)
  await mod.endSteward(id, { user_id: ada.user_id, reason: 'Moved away.' })
  expect((await ada.getArea(id)).is_steward).toBe(false)
  await mod.removeArea(id)
  expect(await getOutcome(visitor.getArea(id))).toBe('AREA_NOT_FOUND')
  const acts = (await mod.listAudit()).items.map(({ act, reason }) => [act, reason])
  expect(acts.slice(0, 4)).toEqual([
    ['removed_area', 'Barcelona'],
    ['ended_steward', 'Moved away.'],
    ['named_steward', 'Barcelona'],
    ['set_area', 'Barcelona'],
  ])
})

test('an area needs corners, must not cross itself or be too large, and can cross the date line', async ({
  mod,
  app,
  ada,
}) => {
  const [a, b, c, d] = HERE
  for (const corners of [[a, b], [a, c, b, d], box(2, 41, 3)])
    expect(await getOutcome(mod.addArea({ name: 'Wrong', corners: corners as typeof HERE }))).toBe(
      'BAD_REQUEST',
    )
  const corners = [
    { latitude: -17, longitude: 179.5 },
    { latitude: -17, longitude: -179.5 },
    { latitude: -16, longitude: -179.5 },
    { latitude: -16, longitude: 179.5 },
  ]
  const id = await anArea(mod, ada, corners, 'Taveuni')
  expect((await ada.getArea(id)).corners).toEqual(corners)
  for (const [longitude, areas] of [
    [179.9, 1],
    [-179.9, 1],
    [-179.4, 0],
    [179.4, 0],
  ] as const) {
    const spot = await sharePhotoSpot(app, ada, { latitude: -16.5, longitude })
    expect((await ada.getStewardship(spot)).areas).toHaveLength(areas)
  }
  expect((await ada.getArea(id)).new_spots).toHaveLength(2)
  for (const view of ['179,-18,181,-15', '-180,-18,-179,-15', '179.6,-17,179.7,-16'])
    expect((await ada.listAreasInView({ box: view })).items).toHaveLength(1)
  expect((await ada.listAreasInView({ box: '0,-18,10,-15' })).items).toHaveLength(0)
})

test('a steward can apply and decline suggestions alone, inside the area and while they are a steward', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const area = await anArea(mod, cleo)
  await grownUp(app)
  const spot = await sharePhotoSpot(app, ada)
  const suggestion = async (facts: object) => {
    const { suggestions } = await ben.suggestFacts(spot, { facts })
    return suggestions.at(-1)?.id ?? ''
  }
  await cleo.answerSuggestion(await suggestion({ surface: 'smooth' }), { agrees: true })
  expect(await ben.getFacts(spot)).toMatchObject({ facts: { surface: 'smooth' }, suggestions: [] })
  // The suggestion is declined, and its author appeals. An admin answers, but never the steward who declined it.
  const refused = await suggestion({ surface: 'rough' })
  const token = await tokenAfter(app, ben, () => cleo.answerSuggestion(refused, { agrees: false }))
  expect((await ben.getFacts(spot)).suggestions).toEqual([])
  await ben.appeal({ token, words: 'It is rough now.' })
  const case_id = (await mod.listCases({ status: 'appealed' })).items[0]?.id ?? ''
  const answer = { outcome: 'reversed', answer: 'It is.' } as const
  expect(await getOutcome(cleo.answerAppealAsSteward(case_id, answer))).toBe('NOT_ALLOWED')
  expect(await getOutcome(ada.answerAppealAsSteward(case_id, answer))).toBe('NOT_FOUND')
  await mod.answerAppeal(case_id, answer)
  expect((await ben.getFacts(spot)).facts.surface).toBe('rough')
  // The area is redrawn without the spot and then with it again. Then the steward is suspended, and finally removed.
  const isRight = async () => (await cleo.getFacts(spot)).may_decide
  expect(await isRight()).toBe(true)
  await mod.setArea(area, { name: 'Barcelona', corners: ELSEWHERE })
  expect(await isRight()).toBe(false)
  const waiting = await suggestion({ surface: 'smooth' })
  await cleo.answerSuggestion(waiting, { agrees: false })
  expect((await ben.getFacts(spot)).suggestions).toHaveLength(1)
  await mod.setArea(area, { name: 'Barcelona', corners: HERE })
  expect(await isRight()).toBe(true)
  await mod.suspendPerson(cleo.user_id, { reason: 'Abuse.' })
  expect((await ben.getFacts(spot)).suggestions, 'their voice is none now').toMatchObject([{ against: 0 }])
  await mod.unsuspend(cleo.user_id)
  await mod.endSteward(area, { user_id: cleo.user_id, reason: 'Abuse.' })
  await cleo.signsInAgain()
  expect(await isRight()).toBe(false)
})

test('blocking a steward does not evade them, and audiences still hide spots from them', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const area = await anArea(mod, cleo)
  await grownUp(app)
  const spot = await sharePhotoSpot(app, ada)
  await ben.blockPerson(cleo.user_id)
  const { suggestions } = await ben.suggestFacts(spot, { facts: { surface: 'rough' } })
  expect((await cleo.getFacts(spot)).suggestions).toMatchObject([{ user: null }])
  await cleo.answerSuggestion(suggestions[0]?.id ?? '', { agrees: false })
  expect((await ben.getFacts(spot)).suggestions).toEqual([])
  const secret = await sharePhotoSpot(app, ada, { audience: 'only_me', latitude: 41.39 })
  await ada.suggestFacts(secret, { facts: { surface: 'rough' } })
  const settle = { state: 'gone', until: dayIn(3), reason: 'x' } as const
  expect(await getOutcome(cleo.getStewardship(secret))).toBe('SPOT_NOT_FOUND')
  expect(await getOutcome(cleo.settleSpot(secret, settle))).toBe('SPOT_NOT_FOUND')
  expect(await getOutcome(cleo.pinBulletin(bulletin(area, { spot_id: secret })))).toBe('SPOT_NOT_FOUND')
  expect(JSON.stringify([await cleo.getStewardWork(area), await cleo.getArea(area)])).not.toContain(secret)
})

test('where areas overlap, a steward sees their own area first', async ({ app, ada, ben, cleo, mod }) => {
  const one = await anArea(mod, ben, box(2.0, 41.25, 0.5), 'Barcelona')
  const other = await anArea(mod, cleo, box(2.0, 41.25, 0.5), 'Catalonia')
  const spot = await sharePhotoSpot(app, ada)
  const areasFor = async (who: Actor) => (await who.getStewardship(spot)).areas.map(({ id }) => id)
  expect(await ben.getStewardship(spot)).toMatchObject({ areas: [{ id: one }, { id: other }], may_act: true })
  expect(await areasFor(cleo)).toEqual([other, one])
  expect(await areasFor(ada)).toEqual([one, other])
})

test('a steward sets a spot’s status: neither a group of people nor its creator can change it until that day', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  await anArea(mod, cleo)
  await grownUp(app)
  const spot = await sharePhotoSpot(app, ada)
  const fetchState = async () => (await ben.getSpotCard(spot)).standing.state
  const settle = { state: 'skatestopped', until: dayIn(5), reason: 'Knobs since Monday.' } as const
  expect(await getOutcome(ben.settleSpot(spot, settle))).toBe('NOT_ALLOWED')
  expect(await getOutcome(cleo.settleSpot(spot, { ...settle, until: dayIn(400) }))).toBe('BAD_REQUEST')
  const token = await tokenAfter(app, ada, () => cleo.settleSpot(spot, settle))
  expect(await fetchState()).toBe('skatestopped')
  expect(await ben.getStewardship(spot)).toMatchObject({
    settlement: { state: 'skatestopped', until: dayIn(5), user: { user_id: cleo.user_id } },
    may_act: false,
  })
  // A group falsely reports the spot as gone, or its creator reports a false status.
  for (const who of [ben, mod]) await aCheck(app.db, who.user_id, spot)
  await app.db.updateTable('checks').set({ answer: 'gone' }).execute()
  const photo = await aMediaItem(app.db, ben.user_id)
  await ben.addCheck(spot, { answer: 'gone', media_id: photo })
  expect(await fetchState()).toBe('skatestopped')
  expect(await getOutcome(ada.setSpotStatus(spot, { status: 'gone' }))).toBe('SETTLED')
  // The creator appeals. Another steward in the area answers, not the one who set the condition.
  await ada.appeal({ token, words: 'There are no knobs.' })
  const area = await anArea(mod, ben, box(2.0, 41.25, 0.5), 'Catalonia')
  const [waiting] = (await ben.getStewardWork(area)).appeals
  expect(waiting).toMatchObject({
    spot: { id: spot },
    action: 'settle',
    appeal: { words: 'There are no knobs.' },
  })
  const answer = { outcome: 'reversed', answer: 'I was there.' } as const
  expect(await getOutcome(cleo.answerAppealAsSteward(waiting?.case_id ?? '', answer))).toBe('NOT_ALLOWED')
  await ben.answerAppealAsSteward(waiting?.case_id ?? '', answer)
  expect((await ben.getStewardship(spot)).settlement).toBe(null)
  expect(await fetchState()).toBe('gone')
})

test('after a settlement new reports count again, but not earlier ones', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  await anArea(mod, cleo)
  await grownUp(app)
  const spot = await sharePhotoSpot(app, ada)
  const fetchState = async () => (await ben.getSpotCard(spot)).standing.state
  for (const who of [ben, mod]) await aCheck(app.db, who.user_id, spot)
  await app.db
    .updateTable('checks')
    .set({ answer: 'gone', seen_at: sql`now() - interval '1 hour'` })
    .execute()
  await cleo.settleSpot(spot, { state: 'closed', until: dayIn(1), reason: 'Works.' })
  expect(await fetchState()).toBe('closed')
  await app.db
    .updateTable('spot_settlements')
    .set({ state: 'open', until: dayIn(-3) })
    .execute()
  await app.jobs.runTimer('ended status locks')
  expect(await fetchState()).toBe('open')
  expect((await ben.getStewardship(spot)).settlement).toBe(null)
})

test('a steward decides about reported spots in the area, never about their own, people, or messages, and sees no reporter', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const area = await anArea(mod, cleo)
  const spot = await sharePhotoSpot(app, ada)
  const own = await sharePhotoSpot(app, cleo, { latitude: 41.39 })
  const far = await sharePhotoSpot(app, ada, { latitude: 41.9, longitude: 12.5 })
  const report = { report_type: 'wrong_information', description: 'A hotel now.' } as const
  for (const id of [spot, own, far]) await ben.report({ ...report, reported_spot_id: id })
  await ben.report({ ...report, reported_user_id: ada.user_id })
  const { reports } = await cleo.getStewardWork(area)
  expect(reports).toMatchObject([{ spot: { id: spot }, reports: [{ ...report }] }])
  expect(JSON.stringify(reports)).not.toContain(ben.user_id)
  expect(await getOutcome(ben.getStewardWork(area))).toBe('AREA_NOT_FOUND')
  const cases = (await mod.listCases()).items
  const findCase = (kind: string, owner: Actor, name?: string) =>
    cases.find(
      (one) => one.kind === kind && one.owner?.user_id === owner.user_id && (!name || one.id === name),
    )?.id ?? ''
  const decision = { action: 'remove', reason: 'It is a hotel.' } as const
  expect(await getOutcome(cleo.decideAsSteward(findCase('spot', cleo), decision))).toBe('NOT_ALLOWED')
  expect(await getOutcome(cleo.decideAsSteward(findCase('user', ada), decision))).toBe('NOT_FOUND')
  const ofFar =
    cases.filter(({ kind, owner }) => kind === 'spot' && owner?.user_id === ada.user_id).at(-1)?.id ?? ''
  expect(await getOutcome(cleo.decideAsSteward(ofFar, decision))).toBe('NOT_FOUND')
  const token = await tokenAfter(app, ada, () => cleo.decideAsSteward(reports[0]?.case_id ?? '', decision))
  expect(await getOutcome(ben.getSpotCard(spot))).toBe('SPOT_NOT_FOUND')
  expect((await mod.listAudit()).items[0]).toMatchObject({
    act: 'decided',
    action: 'remove',
    admin: { user_id: cleo.user_id },
  })
  // The creator appeals, and an admin restores it.
  await ada.appeal({ token, words: 'The hotel is next door.' })
  await mod.answerAppeal(reports[0]?.case_id ?? '', { outcome: 'reversed', answer: 'True.' })
  expect((await ben.getSpotCard(spot)).id).toBe(spot)
})

test('a bulletin is shown at its spot and in its area while active, as text, and can be reported', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
  visitor,
}) => {
  const area = await anArea(mod, cleo)
  const spot = await sharePhotoSpot(app, ada)
  const far = await sharePhotoSpot(app, ada, { latitude: 41.9, longitude: 12.5 })
  expect(await getOutcome(ben.pinBulletin(bulletin(area)))).toBe('AREA_NOT_FOUND')
  expect(await getOutcome(cleo.pinBulletin(bulletin(area, { spot_id: far })))).toBe('SPOT_NOT_FOUND')
  expect(await getOutcome(cleo.pinBulletin(bulletin(area, { ends_at: inDays(-0.5) })))).toBe('BAD_REQUEST')
  const content = 'Cleanup <script>alert(1)</script> javascript:alert(1)'
  const pinned = await cleo.pinBulletin(bulletin(area, { spot_id: spot, content }))
  expect(pinned.content).toBe(content)
  await cleo.pinBulletin(bulletin(area, { content: 'Later', starts_at: inDays(1) }))
  expect((await visitor.getStewardship(spot)).bulletins).toMatchObject([
    { id: pinned.id, spot: { id: spot } },
  ])
  expect((await visitor.listAreasInView({ box: '2,41,3,42' })).items).toMatchObject([
    { id: area, bulletins: [{ id: pinned.id }] },
  ])
  // A steward writes an abusive bulletin. An admin deletes it through a report and removes the steward.
  await ben.report({ report_type: 'harassment', description: null, reported_bulletin_id: pinned.id })
  expect(
    await getOutcome(
      cleo.report({ report_type: 'spam', description: null, reported_bulletin_id: pinned.id }),
    ),
  ).toBe('OWN_THING')
  const [found] = (await mod.listCases()).items
  expect(await mod.getCase(found?.id ?? '')).toMatchObject({
    kind: 'bulletin',
    words_now: content,
    area_id: area,
  })
  await mod.decideCase(found?.id ?? '', { action: 'remove', reason: 'No.' })
  expect((await visitor.getStewardship(spot)).bulletins).toEqual([])
  const second = await cleo.pinBulletin(bulletin(area))
  expect(await getOutcome(ada.unpinBulletin(second.id))).toBe('BULLETIN_NOT_FOUND')
  await cleo.unpinBulletin(second.id)
  expect((await visitor.getArea(area)).bulletins).toEqual([])
})

test('followers of areas get one notification a day about everything that is visible to them', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const area = await anArea(mod, cleo)
  const wide = await anArea(mod, null, box(2.0, 41.25, 0.5), 'Catalonia')
  for (const id of [area, wide]) await ben.followArea(id)
  expect(await ben.listFollowedAreas()).toMatchObject({
    followed: [{ id: area }, { id: wide }],
    steward_of: [],
  })
  await grownUp(app)
  const pass = async () => {
    await rolledUp(app, 'area changes', 'area_changes')
    await app.db
      .updateTable('area_updates')
      .set({ added_at: sql<string>`added_at - interval '11 min'` })
      .execute()
    await app.jobs.runTimer('notifications of area changes')
  }
  const notified = async () =>
    (await ben.listNotifications()).items.flatMap(({ type, area: of }) =>
      type === 'area_changes' ? [of] : [],
    )
  const spot = await sharePhotoSpot(app, ada)
  await sharePhotoSpot(app, ada, { audience: 'only_me', latitude: 41.391 })
  await sharePhotoSpot(app, ben, { latitude: 41.392 })
  await sharePhotoSpot(app, ada, { latitude: 41.9, longitude: 12.5 })
  await cleo.settleSpot(spot, { state: 'skatestopped', until: dayIn(5), reason: 'Knobs.' })
  await cleo.pinBulletin(bulletin(area))
  await pass()
  expect(await notified()).toMatchObject([{ spots: 1, states: 1, bulletins: 1 }])
  // Nothing more is sent within 24 hours. After that, the next one is sent, but not during quiet hours.
  const later = await sharePhotoSpot(app, ada, { latitude: 41.393 })
  await pass()
  expect(await notified()).toHaveLength(1)
  await app.db
    .updateTable('digest_settings')
    .set({ areas_notified_at: sql<string>`now() - interval '25 hours'` })
    .execute()
  await sql`update notifications set day = day - 1, created_at = created_at - interval '1 day'`.execute(
    app.db,
  )
  await ben.setPush({ quiet: { from: 0, until: 1439, time_zone: 'UTC' } })
  await pass()
  expect(await notified()).toHaveLength(1)
  await ben.setPush({ quiet: null })
  await pass()
  expect((await notified())[0]).toMatchObject({ spots: 1, states: 0, bulletins: 0, others: 0 })
  // Entries omit content that has since been deleted or restricted.
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', later).execute()
  expect(await notified()).toHaveLength(1)
  for (const id of [area, wide]) await ben.unfollowArea(id)
  await cleo.pinBulletin(bulletin(area, { content: 'Another' }))
  await pass()
  expect(
    (await app.db.selectFrom('area_updates').selectAll().where('notification_id', 'is', null).execute())
      .length,
  ).toBe(0)
})
