import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, SECRET, testApp } from '../../../test/app.ts'
import { mailsTo } from '../../../test/mails.ts'
import { people, post, type TestPerson } from '../../../test/people.ts'
import { linkToken } from '../accounts/index.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
  const suspended_at = new Date().toISOString()
  await it.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', ada.user_id).execute()
})
afterAll(() => it.close())

const ask = (token: string) => post(it.app, '/api/my-data/exports-by-link', { token })

test('who is suspended asks for everything of theirs by the mailed link, and a mail brings it', async () => {
  expect((await ask(linkToken(SECRET, 'own-data', ada.user_id))).statusCode).toBe(202)
  const [mail] = await mailsTo(it, ada.email, { about: 'data is ready' })
  const url = /https?:\/\/\S+\/api\/my-data\/archive\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const { pathname, search } = new URL(url)
  const answer = await it.app.inject({ url: pathname + search })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('the link is good for nobody else and nothing else', async () => {
  const codes = async (token: string) => [
    (await ask(token)).json().code,
    (await it.app.inject({ url: `/api/my-data/archive?token=${token}` })).json().code,
  ]
  // Whoever can sign in does that.
  expect((await codes(linkToken(SECRET, 'own-data', ben.user_id)))[0]).toBe('BAD_TOKEN')
  expect((await codes(linkToken(SECRET, 'appeal', ada.user_id)))[0]).toBe('BAD_TOKEN')
  expect(await codes('x'.repeat(64))).toEqual(['BAD_TOKEN', 'BAD_TOKEN'])
  const [made] = await it.db.selectFrom('exports').select('id').where('user_id', '=', ada.user_id).execute()
  expect((await codes(linkToken(SECRET, 'own-data', made?.id ?? '')))[1]).toBe('BAD_TOKEN')
})
