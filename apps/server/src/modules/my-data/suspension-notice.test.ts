import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, type TestPerson } from '../../../test/people.ts'

let it: TestApp
let act: ReturnType<typeof doings>
let ada: TestPerson
let ben: TestPerson
let judge: TestPerson
beforeAll(async () => {
  it = await testApp()
  act = doings(it)
  ;({ ada, ben, judge } = await people(it, 'ada', 'ben', 'judge'))
  await makeAdmin(it.db, judge.user_id)
})
afterAll(() => it.close())

const notice = async (who: TestPerson | null) =>
  (await act.ok(who, 'GET', '/api/my-data/suspension/notice')).json()
const isSuspended = async (who: TestPerson) => (await act.ok(who, 'GET', '/api/session')).json().is_suspended

test('a session that a suspension ended hears why, and is good for nothing else', async () => {
  const none = { suspended_at: null, reasons: [] }
  expect([await notice(null), await notice(ada)]).toEqual([none, none])
  const at = `/api/moderation/people/${ada.user_id}/suspension`
  await act.ok(judge, 'PUT', at, { reason: 'Sells wax.' })
  expect((await act.send(ada, 'GET', '/api/discussions')).json().code).toBe('SESSION_MISSING')
  expect((await act.send(ada, 'GET', '/api/my-data/suspension')).json().code).toBe('SESSION_MISSING')
  expect((await act.ok(ada, 'GET', '/api/session')).json()).toEqual({
    user: null,
    expires_at: null,
    is_suspended: true,
  })
  expect(await notice(ada)).toEqual({ suspended_at: expect.stringMatching(/Z$/), reasons: ['Sells wax.'] })
  expect([await notice(ben), await isSuspended(ben)]).toEqual([none, false])
  await act.ok(judge, 'DELETE', at)
  expect([await notice(ada), await isSuspended(ada)]).toEqual([none, false])
})
