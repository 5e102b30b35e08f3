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
    expect((await call()).statusCode, name).toBeLessThan(300)
    // The first call in a rate limit's window reads the count, and the server's own work may be in between.
    let own = await statementsDuring(call)
    for (let tries = 0; own.length > 2 && tries < 9; tries += 1) own = await statementsDuring(call)
    expect(own.length, `${name}: ${own.join('\n')}`).toBe(2)
    expect(own.filter((text) => !text.startsWith('/* prepared: '))).toEqual([])
  }
})
