import { expect } from 'vitest'
import { storedMails, mailsTo } from '../../../test/services/mails.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { aCrew } from '../../../test/makers/crews.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import type { CaseList } from '@nollie/contract'
import type { Actor } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

type Subject = { kind: string; about: string; at: string; reported: object; words: string }
type People = { app: TestApp; ada: Actor; ben: Actor }
/** Functions that each create content by Ben. */
const subjects: ((people: People) => Promise<Subject>)[] = [
  async ({ app, ben }) => {
    const id = await aPost(app.db, ben.user_id, { title: 'Buy wax' })
    const reported = { reported_post_id: id }
    return { kind: 'post', about: 'your post', at: `/api/posts/${id}`, reported, words: 'Buy wax' }
  },
  async ({ app, ada, ben }) => {
    const { id } = await ben.comments(await aPost(app.db, ada.user_id), 'Kook.')
    const reported = { reported_comment_id: id }
    return { kind: 'comment', about: 'your comment', at: `/api/comments/${id}`, reported, words: 'Kook.' }
  },
  async ({ app, ben }) => {
    const id = await aSpotRow(app.db, ben.user_id, 'Secret yard')
    const reported = { reported_spot_id: id }
    return { kind: 'spot', about: 'your spot', at: `/api/spots/${id}`, reported, words: 'Secret yard' }
  },
  async ({ ben }) => {
    const { id } = await ben.startDiscussion({ title: 'Wax', content: 'Which one?', category: 'gear' })
    const reported = { reported_discussion_id: id }
    return {
      kind: 'discussion',
      about: 'your discussion',
      at: `/api/discussions/${id}`,
      reported,
      words: 'Wax',
    }
  },
  async ({ ben }) => {
    const discussion = await ben.startDiscussion({ title: 'A', content: 'B', category: 'gear' })
    const { id } = await ben.addDiscussionComment(discussion.id, { content: 'Go away.' })
    const reported = { reported_comment_id: id }
    const at = `/api/comments/${id}`
    return { kind: 'comment', about: 'your comment', at, reported, words: 'Go away.' }
  },
]

async function log(mod: Actor) {
  return (await mod.listAudit()).items
}

async function cases(mod: Actor, status: CaseList) {
  return (await mod.listCases({ status })).items
}

test('an admin’s deletion outside a case is added to the audit log; its author gets an email and can appeal', async ({
  visitor,
  ada,
  app,
  ben,
  mod,
}) => {
  for (const make of subjects) {
    const { kind, about, at, words } = await make({ app, ada, ben })
    const before = (await storedMails(app, ben.email)).filter(({ subject }) =>
      subject?.includes(about),
    ).length
    await mod.send('DELETE', at)
    // There is no route for reading a single comment, so deleting it again shows that it no longer exists.
    const gone = await mod.send(kind.endsWith('comment') ? 'DELETE' : 'GET', at)
    expect(gone.statusCode, at).toBe(404)
    const [line] = await log(mod)
    expect(line).toMatchObject({
      act: 'deleted',
      kind,
      action: null,
      admin: { username: 'mod' },
      person: { username: 'ben' },
    })
    const found = await mod.getCase(line?.case_id ?? '')
    expect(found).toMatchObject({
      kind,
      status: 'closed',
      reports_count: 0,
      decision: { action: 'remove' },
      words: expect.stringContaining(words),
    })
    const mail = (await mailsTo(app, ben.email, { about, count: before + 1 })).at(-1)
    expect(mail?.text).toContain('A moderator has removed your')
    expect(mail?.text).not.toContain('was reported')
    const token = /\/appeal\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await visitor.lookAtDecision({ token })).toMatchObject({
      kind,
      action: 'remove',
      was_reported: false,
    })
  }
})

test('an admin’s deletion of content invisible to visitors leaves the same records', async ({
  app,
  ben,
  mod,
}) => {
  const members = await aSpotRow(app.db, ben.user_id, 'Members only')
  await app.db.updateTable('spots').set({ audience: 'members' }).where('id', '=', members).execute()
  const crewed = await aPost(app.db, ben.user_id, { title: 'Crew only' })
  const crew_id = await aCrew(app.db, ben.user_id, [mod.user_id])
  await ben.setPostAudience(crewed, { audience: 'crew', crew_id })
  const among = await aPost(app.db, ben.user_id)
  const { id: comment } = await ben.comments(among, 'Rude.')
  await ben.setPostAudience(among, { audience: 'crew', crew_id })
  for (const { kind, at, words } of [
    { kind: 'spot', at: `/api/spots/${members}`, words: 'Members only' },
    { kind: 'post', at: `/api/posts/${crewed}`, words: 'Crew only' },
    { kind: 'comment', at: `/api/comments/${comment}`, words: 'Rude.' },
  ]) {
    const deleted = await mod.send('DELETE', at)
    expect(deleted.statusCode, kind).toBeLessThan(300)
    const [line] = await log(mod)
    expect(line, kind).toMatchObject({ act: 'deleted', kind, person: { username: 'ben' } })
    expect(await mod.getCase(line?.case_id ?? '')).toMatchObject({
      status: 'closed',
      decision: { action: 'remove' },
      words: expect.stringContaining(words),
    })
    await mailsTo(app, ben.email, { about: `your ${kind}` })
  }
})

test('a spot deleted outside a case is restored when the appeal reverses that', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const id = await aSpotRow(app.db, ben.user_id)
  await mod.removeSpot(id)
  const case_id = (await log(mod))[0]?.case_id
  const decision = await app.db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('case_id', '=', case_id ?? '')
    .executeTakeFirstOrThrow()
  await app.db.insertInto('appeals').values({ decision_id: decision.id, words: 'It is public.' }).execute()
  await mod.answerAppeal(case_id ?? '', {
    outcome: 'reversed',
    answer: 'It is.',
  })
  await ada.getSpot(id)
})

test('earlier reporters are notified of the outcome, in the case they opened', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  for (const make of subjects) {
    const { at, reported } = await make({ app, ada, ben })
    await ada.report({ report_type: 'spam', description: null, ...reported })
    const [open] = await cases(mod, 'open')
    await mod.send('DELETE', at)
    expect(await cases(mod, 'open')).toEqual([])
    expect((await log(mod))[0]).toMatchObject({ act: 'deleted', case_id: open?.id })
    const [newest] = await ada.notifications()
    expect(newest).toMatchObject({
      type: 'report_outcome',
      report: { case_id: open?.id, status: 'closed', action: 'remove' },
    })
  }
})

test('deleting one’s own content, or being refused, leaves no audit entry and no case', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const before = await log(mod)
  const closed = (await cases(mod, 'closed')).length
  for (const make of subjects) {
    const own = await make({ app, ada, ben })
    expect((await ada.send('DELETE', own.at)).statusCode).toBe(403)
    await ben.send('DELETE', own.at)
  }
  for (const make of subjects) await mod.send('DELETE', (await make({ app, ada, ben: mod })).at)
  expect(await log(mod)).toEqual(before)
  expect(await cases(mod, 'closed')).toHaveLength(closed)
})
