import type { AuditEntry, CaseSummary, ModerationCase } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { storedMails, mailsTo } from '../../../test/mails.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, post, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'

let it: TestApp
let does: ReturnType<typeof doings>
let ada: TestPerson
let ben: TestPerson
let judge: TestPerson
beforeAll(async () => {
  it = await testApp()
  does = doings(it)
  ;({ ada, ben, judge } = await people(it, 'ada', 'ben', 'judge'))
  await makeAdmin(it.db, judge.user_id)
})
afterAll(() => it.close())

type Subject = { kind: string; about: string; at: string; reported: object; words: string }
const made = async (url: string, body: object) =>
  (await does.ok(ben, 'POST', url, body)).json<{ id: string }>().id
const subjects: ((who: TestPerson) => Promise<Subject>)[] = [
  async ({ user_id }) => {
    const id = await aPost(it.db, user_id, { title: 'Buy wax' })
    const reported = { reported_post_id: id }
    return { kind: 'post', about: 'your post', at: `/api/posts/${id}`, reported, words: 'Buy wax' }
  },
  async (who) => {
    const { id } = await does.say(who, await aPost(it.db, ada.user_id), 'Kook.')
    const reported = { reported_comment_id: id }
    return { kind: 'comment', about: 'your comment', at: `/api/comments/${id}`, reported, words: 'Kook.' }
  },
  async ({ user_id }) => {
    const id = await aSpotRow(it.db, user_id, 'Secret yard')
    const reported = { reported_spot_id: id }
    return { kind: 'spot', about: 'your spot', at: `/api/spots/${id}`, reported, words: 'Secret yard' }
  },
  async (who) => {
    const body = { title: 'Wax', content: 'Which one?', category: 'gear' }
    const { id } = (await does.ok(who, 'POST', '/api/discussions', body)).json<{ id: string }>()
    const reported = { reported_discussion_id: id }
    return {
      kind: 'discussion',
      about: 'your discussion',
      at: `/api/discussions/${id}`,
      reported,
      words: 'Wax',
    }
  },
  async (who) => {
    const within = `/api/discussions/${await made('/api/discussions', { title: 'A', content: 'B', category: 'gear' })}`
    const said = await does.ok(who, 'POST', `${within}/comments`, { content: 'Go away.' })
    const { id } = said.json<{ id: string }>()
    const reported = { reported_comment_id: id }
    const at = `/api/comments/${id}`
    return { kind: 'comment', about: 'your comment', at, reported, words: 'Go away.' }
  },
]

const log = async () =>
  (await does.ok(judge, 'GET', '/api/moderation/audit')).json<{ items: AuditEntry[] }>().items
const cases = async (status: string) =>
  (await does.ok(judge, 'GET', `/api/moderation/cases?status=${status}`)).json<{ items: CaseSummary[] }>()
    .items

test('what an admin deletes in its place is written down, and its author reads of it and can have it looked at', async () => {
  for (const make of subjects) {
    const { kind, about, at, words } = await make(ben)
    const before = (await storedMails(it, ben.email)).filter(({ subject }) => subject?.includes(about)).length
    await does.ok(judge, 'DELETE', at)
    // Comments are read with what they belong to: what is not there cannot be deleted either.
    const gone = await does.send(judge, kind.endsWith('comment') ? 'DELETE' : 'GET', at)
    expect(gone.statusCode, at).toBe(404)
    const [line] = await log()
    expect(line).toMatchObject({
      ...{ act: 'deleted', kind, action: null },
      ...{ admin: { username: 'judge' }, person: { username: 'ben' } },
    })
    const found = (
      await does.ok(judge, 'GET', `/api/moderation/cases/${line?.case_id}`)
    ).json<ModerationCase>()
    expect(found).toMatchObject({
      ...{ kind, status: 'closed', reports_count: 0, decision: { action: 'remove' } },
      words: expect.stringContaining(words),
    })
    const mail = (await mailsTo(it, ben.email, { about, count: before + 1 })).at(-1)
    expect(mail?.text).toContain('A moderator has removed your')
    expect(mail?.text).not.toContain('was reported')
    const token = /\/appeal\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const seen = await post(it.app, '/api/appeals/decision', { token })
    expect(seen.json()).toMatchObject({ kind, action: 'remove', was_reported: false })
  }
})

test('a spot deleted in its place comes back when an appeal is answered so', async () => {
  const id = await aSpotRow(it.db, ben.user_id)
  await does.ok(judge, 'DELETE', `/api/spots/${id}`)
  const case_id = (await log())[0]?.case_id
  const decision = await it.db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('case_id', '=', case_id ?? '')
    .executeTakeFirstOrThrow()
  await it.db.insertInto('appeals').values({ decision_id: decision.id, words: 'It is public.' }).execute()
  await does.ok(judge, 'POST', `/api/moderation/cases/${case_id}/appeal`, {
    outcome: 'reversed',
    answer: 'It is.',
  })
  await does.ok(ada, 'GET', `/api/spots/${id}`)
})

test('whoever reported it before is answered, by the case they opened', async () => {
  for (const make of subjects) {
    const { at, reported } = await make(ben)
    await does.ok(ada, 'POST', '/api/reports', { report_type: 'spam', description: null, ...reported })
    const [open] = await cases('open')
    await does.ok(judge, 'DELETE', at)
    expect(await cases('open')).toEqual([])
    expect((await log())[0]).toMatchObject({ act: 'deleted', case_id: open?.id })
    const news = await does.news(ada)
    expect(news[0]).toMatchObject({
      type: 'report_outcome',
      report: { case_id: open?.id, status: 'closed', action: 'remove' },
    })
  }
})

test('who deletes their own, or may not delete, leaves no line and no case', async () => {
  const before = await log()
  const closed = (await cases('closed')).length
  for (const make of subjects) {
    const own = await make(ben)
    expect((await does.send(ada, 'DELETE', own.at)).statusCode).toBe(403)
    await does.ok(ben, 'DELETE', own.at)
  }
  for (const make of subjects) await does.ok(judge, 'DELETE', (await make(judge)).at)
  expect(await log()).toEqual(before)
  expect(await cases('closed')).toHaveLength(closed)
})
