import { randomUUID } from 'node:crypto'
import { REPORT_TYPES } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, post, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'
import { report } from './reports.service.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
})
afterAll(() => it.close())

const send = (body: object, who: TestPerson | null = ada) =>
  post(it.app, '/api/reports', { report_type: 'spam', ...body }, who ? who.bearer : {})
const cases = (column: 'post_id' | 'spot_id', id: string) =>
  it.db.selectFrom('report_cases').selectAll().where(column, '=', id).execute()
const reportCount = async () => (await it.db.selectFrom('reports').select('id').execute()).length
const aComment = async (post_id: string, user_id: string) => {
  const id = uuid()
  const at = { post_id, media_index: 0, parent_comment_id: null }
  await it.db
    .insertInto('comments')
    .values({ id, ...at, user_id, content: 'Kook.' })
    .execute()
  return id
}

test('REPORT-01 DATA-11 P-22 each type, on a spot, post, comment or person of others: one row, exactly one id', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  const post_id = await aPost(it.db, ben.user_id)
  const comment_id = await aComment(post_id, ben.user_id)
  const subjects = [
    { reported_spot_id: spot_id },
    { reported_post_id: post_id },
    { reported_comment_id: comment_id },
    { reported_user_id: ben.user_id },
  ]
  const none = {
    reported_spot_id: null,
    reported_post_id: null,
    reported_comment_id: null,
    reported_user_id: null,
    reported_message_id: null,
    reported_discussion_id: null,
  }
  for (const subject of subjects) {
    const answer = await send({ ...subject, description: '  Sold wax in every post. ' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(String),
      reporter_id: ada.user_id,
      report_type: 'spam',
      description: 'Sold wax in every post.',
      ...none,
      ...subject,
      repeated: false,
      created_at: expect.stringMatching(/Z$/),
    })
  }
  for (const report_type of REPORT_TYPES)
    expect((await send({ report_type, reported_post_id: post_id }, cleo)).json().report_type).toBe(
      report_type,
    )
  expect(await cases('post_id', post_id)).toMatchObject([
    { kind: 'post', owner_id: ben.user_id, words: 'Added 1 photo', reports_count: 2, status: 'open' },
  ])
})

test('REPORT-03 blanks are no description; too long or unknown is refused and nothing is written', async () => {
  const reported_post_id = await aPost(it.db, ben.user_id)
  expect((await send({ reported_post_id, description: '   ' })).json().description).toBeNull()
  const before = await reportCount()
  for (const body of [
    { description: 'x'.repeat(2001) },
    { report_type: 'boring' },
    { description: 'a\u0000b' },
    { description: 7 },
  ])
    expect((await send({ reported_post_id, ...body }, cleo)).statusCode).toBe(400)
  expect(await reportCount()).toBe(before)
})

test('REPORT-02 nobody reports what is their own, and visitors report nothing', async () => {
  const post_id = await aPost(it.db, ada.user_id)
  const own = [
    { reported_spot_id: await aSpotRow(it.db, ada.user_id) },
    { reported_post_id: post_id },
    { reported_comment_id: await aComment(post_id, ada.user_id) },
    { reported_user_id: ada.user_id },
  ]
  const before = await reportCount()
  for (const subject of own) expect((await send(subject)).json().code).toBe('OWN_THING')
  const visitor = await send({ reported_post_id: post_id }, null)
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'SESSION_MISSING'])
  expect(await reportCount()).toBe(before)
})

test('REPORT-04 exactly one subject, and one that can be seen', async () => {
  const hidden = await aPost(it.db, ben.user_id)
  const under = await aComment(hidden, ben.user_id)
  await it.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  const deleted = await aSpotRow(it.db, ben.user_id)
  await it.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
  const refused: [object, string][] = [
    [{}, 'NOTHING_REPORTED'],
    [{ reported_post_id: hidden, reported_user_id: ben.user_id }, 'NOTHING_REPORTED'],
    [{ reported_post_id: hidden }, 'POST_NOT_FOUND'],
    [{ reported_post_id: randomUUID() }, 'POST_NOT_FOUND'],
    [{ reported_comment_id: under }, 'COMMENT_NOT_FOUND'],
    [{ reported_spot_id: deleted }, 'SPOT_NOT_FOUND'],
    [{ reported_user_id: randomUUID() }, 'PERSON_NOT_FOUND'],
    [{ reported_user_id: "' or 1=1--" }, 'BAD_REQUEST'],
  ]
  for (const [body, code] of refused) expect((await send(body)).json().code).toBe(code)
})

test('A4 the reporter is the session’s', async () => {
  const reported_post_id = await aPost(it.db, ben.user_id)
  const answer = await send({
    reported_post_id,
    reporter_id: cleo.user_id,
    id: randomUUID(),
    created_at: '2001-01-01',
  })
  expect(answer.json()).toMatchObject({ reporter_id: ada.user_id })
  expect(answer.json().created_at).not.toMatch(/^2001/)
})

test('G-04 a person has one open report of a subject: the second replaces its text', async () => {
  const reported_post_id = await aPost(it.db, ben.user_id)
  const answers = await Promise.all(Array.from({ length: 6 }, () => send({ reported_post_id })))
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  const again = await send({ reported_post_id, report_type: 'other', description: 'Not his line.' })
  expect(answers.filter((answer) => !answer.json().repeated)).toHaveLength(1)
  expect(again.json()).toMatchObject({
    id: answers[0]?.json().id,
    description: 'Not his line.',
    repeated: true,
  })
  expect(await cases('post_id', reported_post_id)).toMatchObject([{ reports_count: 1 }])
})

test('F2 fifty people reporting one spot at once are one case of fifty; after its end a new one opens', async () => {
  const reported_spot_id = await aSpotRow(it.db, ben.user_id)
  const crowd = await Promise.all(Array.from({ length: 50 }, (_, i) => aMember(it.db, `reporter${i}`)))
  const say = { report_type: 'dangerous_or_private_place', description: null, reported_spot_id } as const
  await Promise.all(crowd.map((who) => report(it.db, who, say)))
  const [open] = await cases('spot_id', reported_spot_id)
  expect(open).toMatchObject({ reports_count: 50, kind: 'spot' })
  await it.db
    .updateTable('report_cases')
    .set({ status: 'closed' })
    .where('id', '=', open?.id ?? '')
    .execute()
  await report(it.db, ada.user_id, say)
  expect(
    (await cases('spot_id', reported_spot_id)).map((row) => row.reports_count).toSorted((a, b) => a - b),
  ).toEqual([1, 50])
})

test('G-22 a report outlives what it is about and who sent it; the id is emptied', async () => {
  const reported_post_id = await aPost(it.db, ben.user_id, { title: 'Buy wax' })
  const reporter = await aMember(it.db, 'leaver')
  const { id } = await report(it.db, reporter, { report_type: 'spam', description: null, reported_post_id })
  await it.db.deleteFrom('posts').where('id', '=', reported_post_id).execute()
  await it.db.deleteFrom('users').where('id', '=', reporter).execute()
  const kept = await it.db
    .selectFrom('reports as r')
    .innerJoin('report_cases as c', 'c.id', 'r.case_id')
    .select(['r.reporter_id', 'c.post_id', 'c.kind', 'c.words', 'c.owner_id'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  expect(kept).toEqual({
    reporter_id: null,
    post_id: null,
    kind: 'post',
    words: 'Buy wax',
    owner_id: ben.user_id,
  })
})

test('who is blocked reports nothing of whom they cannot see, who blocks can; nobody what is of the suspended', async () => {
  const { dora, eli } = await people(it, 'dora', 'eli')
  const post_id = await aPost(it.db, dora.user_id)
  const subjects = [
    { reported_post_id: post_id },
    { reported_comment_id: await aComment(post_id, ben.user_id) },
    { reported_user_id: dora.user_id },
  ]
  const statuses = async (who: TestPerson) => {
    const all: number[] = []
    for (const subject of subjects) all.push((await send({ description: null, ...subject }, who)).statusCode)
    return all
  }
  const turn = (blocker: TestPerson, blocked: TestPerson) =>
    it.db.insertInto('blocks').values({ blocker_id: blocker.user_id, blocked_id: blocked.user_id }).execute()
  await turn(dora, eli)
  expect(await statuses(eli)).toEqual([404, 404, 404])
  await it.db.deleteFrom('blocks').execute()
  await turn(eli, dora)
  expect(await statuses(eli)).toEqual([201, 201, 201])
  await it.db.deleteFrom('blocks').execute()
  await it.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', dora.user_id)
    .execute()
  expect(await statuses(cleo)).toEqual([404, 404, 404])
})
