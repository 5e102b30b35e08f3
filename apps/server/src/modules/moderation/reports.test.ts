import { randomUUID } from 'node:crypto'
import { REPORT_TYPES } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { report } from './reports.service.ts'
import { type Actor, actors, type Caller, getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

type Report = NonNullable<Parameters<Caller['report']>[0]>

function reports(who: Caller, body: Partial<Report>) {
  return who.report({ report_type: 'spam', ...body })
}

/** Returns the server's response to a report that may be invalid for its type. */
function refusal(who: Caller, body: object) {
  return getOutcome(reports(who, body))
}

function cases(app: TestApp, column: 'post_id' | 'spot_id', id: string) {
  return app.db.selectFrom('report_cases').selectAll().where(column, '=', id).execute()
}

async function reportCount(app: TestApp) {
  return (await app.db.selectFrom('reports').select('id').execute()).length
}

async function aComment(app: TestApp, post_id: string, user_id: string) {
  const id = uuid()
  const at = { post_id, media_index: 0, parent_comment_id: null }
  await app.db
    .insertInto('comments')
    .values({ id, ...at, user_id, content: 'Kook.' })
    .execute()
  return id
}

test('API-56 REPORT-01 DATA-11 P-22 each type, on a spot, post, comment or person of others: one row, exactly one id', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  const post_id = await aPost(app.db, ben.user_id)
  const comment_id = await aComment(app, post_id, ben.user_id)
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
    reported_list_id: null,
    reported_bulletin_id: null,
    reported_crew_id: null,
    reported_meetup_id: null,
  }
  for (const subject of subjects) {
    expect(await reports(ada, { ...subject, description: '  Sold wax in every post. ' })).toEqual({
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
    expect((await reports(cleo, { report_type, reported_post_id: post_id })).report_type).toBe(report_type)
  expect(await cases(app, 'post_id', post_id)).toMatchObject([
    { kind: 'post', owner_id: ben.user_id, words: 'Added 1 photo', reports_count: 2, status: 'open' },
  ])
})

test('REPORT-03 blank descriptions become null; refuses overlong and unknown values, and writes nothing', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const reported_post_id = await aPost(app.db, ben.user_id)
  expect((await reports(ada, { reported_post_id, description: '   ' })).description).toBeNull()
  const before = await reportCount(app)
  for (const body of [
    { description: 'x'.repeat(2001) },
    { report_type: 'boring' },
    { description: 'a\u0000b' },
    { description: 7 },
  ])
    expect(await refusal(cleo, { reported_post_id, ...body })).toBe('BAD_REQUEST')
  expect(await reportCount(app)).toBe(before)
})

test('REPORT-02 no one can report their own content, and visitors can’t report', async ({
  app,
  visitor,
  ada,
}) => {
  const post_id = await aPost(app.db, ada.user_id)
  const own = [
    { reported_spot_id: await aSpotRow(app.db, ada.user_id) },
    { reported_post_id: post_id },
    { reported_comment_id: await aComment(app, post_id, ada.user_id) },
    { reported_user_id: ada.user_id },
  ]
  const before = await reportCount(app)
  for (const subject of own) expect(await refusal(ada, subject)).toBe('OWN_THING')
  await expect(reports(visitor, { reported_post_id: post_id })).rejects.toMatchObject({
    status: 401,
    code: 'SESSION_MISSING',
  })
  expect(await reportCount(app)).toBe(before)
})

test('REPORT-04 a report has exactly one subject, which must be visible', async ({ app, ada, ben }) => {
  const hidden = await aPost(app.db, ben.user_id)
  const under = await aComment(app, hidden, ben.user_id)
  await app.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  const deleted = await aSpotRow(app.db, ben.user_id)
  await app.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
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
  for (const [body, code] of refused) expect(await refusal(ada, body)).toBe(code)
})

test('A4 the reporter is taken from the session', async ({ app, ada, ben, cleo }) => {
  const reported_post_id = await aPost(app.db, ben.user_id)
  const forged = { reporter_id: cleo.user_id, id: randomUUID(), created_at: '2001-01-01' }
  const made = await reports(ada, { reported_post_id, ...forged })
  expect(made).toMatchObject({ reporter_id: ada.user_id })
  expect(made.created_at).not.toMatch(/^2001/)
})

test('G-04 a person has one open report of a subject: the second replaces its text', async ({
  app,
  ada,
  ben,
}) => {
  const reported_post_id = await aPost(app.db, ben.user_id)
  const answers = await Promise.all(Array.from({ length: 6 }, () => reports(ada, { reported_post_id })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  const again = await reports(ada, { reported_post_id, report_type: 'other', description: 'Not his line.' })
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(again).toMatchObject({
    id: answers[0]?.id,
    description: 'Not his line.',
    repeated: true,
  })
  expect(await cases(app, 'post_id', reported_post_id)).toMatchObject([{ reports_count: 1 }])
})

test('F2 fifty concurrent reports about one spot are one case; once it is closed, the next report opens another', async ({
  app,
  ada,
  ben,
}) => {
  const reported_spot_id = await aSpotRow(app.db, ben.user_id)
  const crowd = await Promise.all(Array.from({ length: 50 }, (_, i) => aMember(app.db, `reporter${i}`)))
  const sent = { report_type: 'dangerous_or_private_place', description: null, reported_spot_id } as const
  await Promise.all(crowd.map((who) => report(app.db, who, sent)))
  const [open] = await cases(app, 'spot_id', reported_spot_id)
  expect(open).toMatchObject({ reports_count: 50, kind: 'spot' })
  await app.db
    .updateTable('report_cases')
    .set({ status: 'closed' })
    .where('id', '=', open?.id ?? '')
    .execute()
  await report(app.db, ada.user_id, sent)
  expect(
    (await cases(app, 'spot_id', reported_spot_id)).map((row) => row.reports_count).toSorted((a, b) => a - b),
  ).toEqual([1, 50])
})

test('G-22 a report outlives its subject and its reporter; their ids become null', async ({ app, ben }) => {
  const reported_post_id = await aPost(app.db, ben.user_id, { title: 'Buy wax' })
  const reporter = await aMember(app.db, 'leaver')
  const { id } = await report(app.db, reporter, { report_type: 'spam', description: null, reported_post_id })
  await app.db.deleteFrom('posts').where('id', '=', reported_post_id).execute()
  await app.db.deleteFrom('users').where('id', '=', reporter).execute()
  const row = await app.db
    .selectFrom('reports as r')
    .innerJoin('report_cases as c', 'c.id', 'r.case_id')
    .select(['r.reporter_id', 'c.post_id', 'c.kind', 'c.words', 'c.owner_id'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({
    reporter_id: null,
    post_id: null,
    kind: 'post',
    words: 'Buy wax',
    owner_id: ben.user_id,
  })
})

test('people can’t report someone who blocks them or is suspended, but can report people they block', async ({
  app,
  ben,
  cleo,
}) => {
  const { dora, eli } = await actors(app, 'dora', 'eli')
  const post_id = await aPost(app.db, dora.user_id)
  const subjects = [
    { reported_post_id: post_id },
    { reported_comment_id: await aComment(app, post_id, ben.user_id) },
    { reported_user_id: dora.user_id },
  ]
  const outcomes = async (who: Actor) => {
    const all: string[] = []
    for (const subject of subjects) all.push(await refusal(who, { description: null, ...subject }))
    return all
  }
  const notThere = ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'PERSON_NOT_FOUND']
  await dora.blockPerson(eli.user_id)
  expect(await outcomes(eli)).toEqual(notThere)
  await dora.unblockPerson(eli.user_id)
  await eli.blockPerson(dora.user_id)
  expect(await outcomes(eli)).toEqual(['done', 'done', 'done'])
  await app.db.deleteFrom('blocks').execute()
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', dora.user_id)
    .execute()
  expect(await outcomes(cleo)).toEqual(notThere)
})
