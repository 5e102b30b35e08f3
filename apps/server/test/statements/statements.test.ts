import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../world/app.ts'
import { people, type TestPerson } from '../actors/people.ts'
import { aPost } from '../makers/posts.ts'
import { statementsDuring } from './statements.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(() => it.close())

function beginsWindow(text: string) {
  return text.includes('insert into rate_counts')
}

test('a like, its removal, and a comment each take one statement, in addition to reading the session', async () => {
  await it.jobs.stop()
  const post = await aPost(it.db, ben.user_id)
  const send = (method: 'PUT' | 'DELETE' | 'POST', path: string, payload?: object) =>
    it.app.inject({
      method,
      url: `/api/posts/${post}/${path}`,
      headers: { ...ada.bearer, ...(payload && { 'idempotency-key': randomUUID() }) },
      ...(payload && { payload }),
    })
  const calls = {
    like: () => send('PUT', 'media/0/like'),
    unlike: () => send('DELETE', 'media/0/like'),
    comment: () => send('POST', 'comments', { content: 'Hey @ben, clean!' }),
  }
  for (const [name, call] of Object.entries(calls)) {
    // The first call in a rate limit's window reads the count.
    expect((await call()).statusCode, name).toBeLessThan(300)
    const first = await statementsDuring(call)
    const texts = first.some(beginsWindow) ? await statementsDuring(call) : first
    // The live stream reads events, and the first clean-up reads upload parts, regardless of the call.
    const own = texts.filter((text) => !/from "events"|from upload_parts/.test(text))
    expect(own.length, `${name}: ${own.join('\n')}`).toBe(2)
    expect(own.filter((text) => !text.startsWith('/* prepared: '))).toEqual([])
  }
})
