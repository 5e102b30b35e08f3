import type { CaseDecision } from '@nollie/contract'
import { expect } from 'vitest'
import { actor, type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { mailsTo } from '../../../test/services/mails.ts'
import { reportedCase, type ReportedSubject } from '../../../test/makers/moderation.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'

type Decision = { action: CaseDecision; about: string; owner: Actor }

/** Decides a case. Returns the token from the link in the email to the owner. */
async function decide(app: TestApp, mod: Actor, id: string, { action, about, owner }: Decision) {
  const before = (await mailsTo(app, owner.email, { count: 0, about })).length
  await mod.decideCase(id, { action, reason: 'Rule four.' })
  const mails = await mailsTo(app, owner.email, { count: before + 1, about })
  return { id, token: /\/appeal\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '' }
}

/** Reports a subject and decides its case. */
async function decided(
  app: TestApp,
  { by, mod }: { by: Actor; mod: Actor },
  subject: ReportedSubject,
  decision: Decision,
) {
  return decide(app, mod, await reportedCase({ by, mod }, subject), decision)
}

const APPEAL = 'That is my own photo.'

function reverse(mod: Actor, id: string) {
  return mod.answerAppeal(id, { outcome: 'reversed', answer: 'We looked again.' })
}

function uphold(mod: Actor, id: string) {
  return mod.answerAppeal(id, { outcome: 'upheld', answer: 'We looked again.' })
}

test('the author of a hidden post reads the reason without signing in and appeals once; after a reversal the post is shown again', async ({
  app,
  visitor,
  ada,
  ben,
  mod,
}) => {
  const post_id = await aPost(app.db, ben.user_id, { title: 'Mine' })
  const decision = { action: 'hide', about: 'About your post', owner: ben } as const
  const { id, token } = await decided(app, { by: ada, mod }, { reported_post_id: post_id }, decision)
  expect(await visitor.lookAtDecision({ token })).toMatchObject({
    kind: 'post',
    words: expect.stringContaining('Mine'),
    action: 'hide',
    reason: 'Rule four.',
    appeal: null,
  })
  const reportedAction = async () => (await ada.listNotifications()).items[0]?.report?.action
  expect(await reportedAction()).toBe('hide')
  expect(await getOutcome(reverse(mod, id))).toBe('NOT_FOUND')
  const both = await Promise.all([
    getOutcome(visitor.appeal({ token, words: APPEAL })),
    getOutcome(visitor.appeal({ token, words: 'Again.' })),
  ])
  expect(both.toSorted()).toEqual(['CONFLICT', 'done'])
  const appealed = async () => (await mod.listCases({ status: 'appealed' })).items
  expect((await appealed()).map((found) => found.id)).toEqual([id])
  expect((await reverse(mod, id)).decision?.appeal).toMatchObject({
    outcome: 'reversed',
    answer: 'We looked again.',
  })
  expect(await getOutcome(uphold(mod, id))).toBe('CONFLICT')
  expect(await appealed()).toEqual([])
  // The report no longer shows a reversed action as its outcome.
  expect(await reportedAction()).toBeNull()
  expect(await getOutcome(ada.getPost(post_id))).toBe('done')
  expect((await visitor.lookAtDecision({ token })).appeal).toMatchObject({ outcome: 'reversed' })
  const [mail] = await mailsTo(app, ben.email, { about: 'Your appeal' })
  expect(mail?.text).toContain('reversed')
  expect(mail?.text).toContain('We looked again.')
})

test('a reversal restores a removed spot with its posts and ends a suspension; an upheld decision stays', async ({
  app,
  visitor,
  ada,
  ben,
  mod,
}) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  const post_id = await aPost(app.db, ben.user_id, { spot_id })
  const spot = await decided(
    app,
    { by: ada, mod },
    { reported_spot_id: spot_id },
    { action: 'remove', about: 'About your spot', owner: ben },
  )
  await visitor.appeal({ token: spot.token, words: APPEAL })
  await reverse(mod, spot.id)
  await ada.getSpot(spot_id)
  await ada.getPost(post_id)

  const eve = await actor(app, 'eve')
  const person = await decided(
    app,
    { by: ada, mod },
    { reported_user_id: eve.user_id },
    { action: 'suspend', about: 'About your profile', owner: eve },
  )
  await visitor.appeal({ token: person.token, words: APPEAL })
  await reverse(mod, person.id)
  expect(await visitor.signIn({ email: eve.email, password: eve.password })).toMatchObject({
    is_suspended: false,
  })

  const stays = await aPost(app.db, ben.user_id)
  const upheld = await decided(
    app,
    { by: ada, mod },
    { reported_post_id: stays },
    { action: 'hide', about: 'About your post', owner: ben },
  )
  await visitor.appeal({ token: upheld.token, words: APPEAL })
  await uphold(mod, upheld.id)
  expect(await getOutcome(ada.getPost(stays))).toBe('POST_NOT_FOUND')
  expect((await mod.listAudit()).items[0]?.act).toBe('upheld')
})

test('a person suspended by two decisions stays suspended until both are reversed', async ({
  app,
  visitor,
  ada,
  mod,
}) => {
  const fay = await actor(app, 'fay')
  const cases = [
    await reportedCase({ by: ada, mod }, { reported_user_id: fay.user_id }),
    await reportedCase({ by: ada, mod }, { reported_post_id: await aPost(app.db, fay.user_id) }),
  ] as const
  expect(new Set(cases).size).toBe(2)
  const suspension = { action: 'suspend', owner: fay } as const
  const first = await decide(app, mod, cases[0], { ...suspension, about: 'About your profile' })
  const second = await decide(app, mod, cases[1], { ...suspension, about: 'About your post' })
  const mails = await mailsTo(app, fay.email, { about: 'About your' })
  for (const { text } of mails) expect(text).toContain('/my-data?token=')
  const isSuspended = async () =>
    (await visitor.signIn({ email: fay.email, password: fay.password })).is_suspended
  await visitor.appeal({ token: first.token, words: APPEAL })
  await reverse(mod, first.id)
  expect(await isSuspended()).toBe(true)
  await visitor.appeal({ token: second.token, words: APPEAL })
  await reverse(mod, second.id)
  expect(await isSuspended()).toBe(false)
})

test('restores a spot that was removed with the post that created it', async ({
  app,
  visitor,
  ada,
  ben,
  mod,
}) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  const post_id = await aPost(app.db, ben.user_id, { spot_id })
  await app.db.updateTable('posts').set({ kind: 'spot' }).where('id', '=', post_id).execute()
  const decision = { action: 'remove', about: 'About your post', owner: ben } as const
  const { id, token } = await decided(app, { by: ada, mod }, { reported_post_id: post_id }, decision)
  expect(await getOutcome(ada.getSpot(spot_id))).toBe('SPOT_NOT_FOUND')
  await visitor.appeal({ token, words: APPEAL })
  await reverse(mod, id)
  await ada.getSpot(spot_id)
  await ada.getPost(post_id)
})

test('a hidden post whose spot was deleted is shown again when the spot is restored', async ({
  app,
  visitor,
  ada,
  ben,
  mod,
}) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  const post_id = await aPost(app.db, ben.user_id, { spot_id })
  const decision = { action: 'hide', about: 'About your post', owner: ben } as const
  const { id, token } = await decided(app, { by: ada, mod }, { reported_post_id: post_id }, decision)
  await mod.removeSpot(spot_id)
  await visitor.appeal({ token, words: APPEAL })
  await reverse(mod, id)
  expect(await getOutcome(ada.getPost(post_id))).toBe('POST_NOT_FOUND')
  await mod.restoreSpot(spot_id)
  await ada.getPost(post_id)
})

test('an invalid token grants no access; empty and overlong appeals are refused', async ({
  app,
  visitor,
  ada,
  ben,
  mod,
}) => {
  const post_id = await aPost(app.db, ben.user_id)
  const decision = { action: 'warn', about: 'About your post', owner: ben } as const
  const { token } = await decided(app, { by: ada, mod }, { reported_post_id: post_id }, decision)
  for (const wrong of ['x'.repeat(64), `${token.slice(0, -2)}AA`]) {
    expect(await getOutcome(visitor.lookAtDecision({ token: wrong }))).toBe('BAD_TOKEN')
    expect(await getOutcome(visitor.appeal({ token: wrong, words: APPEAL }))).toBe('BAD_TOKEN')
  }
  for (const words of ['', '   ', 'x'.repeat(2001)])
    expect(await getOutcome(visitor.appeal({ token, words }))).toBe('BAD_REQUEST')
  expect(await app.db.selectFrom('appeals').select('decision_id').where('words', '=', '').execute()).toEqual(
    [],
  )
  await visitor.appeal({ token, words: APPEAL })
})
