import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/world/app.ts'
import { people, post } from '../../../../test/actors/people.ts'

type Line = {
  msg: string
  reqId?: string
  operation?: string
  code?: string
  rule?: string
  leftOut?: number
}

async function logged() {
  const lines: Line[] = []
  const out = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(JSON.parse(line.toString('utf8')) as Line)
      done()
    },
  })
  const app = await testApp({ log: pino({ level: 'info', base: null }, out) })
  const of = (msg: string) => lines.filter((line) => line.msg === msg)
  return { app, of }
}

test('logs account actions and refusals by operation and code', async () => {
  const { app, of } = await logged()
  const { ada, ben } = await people(app, 'ada', 'ben')
  const before = of('authentication').length
  const signIn = (password: string) => post(app.app, '/api/auth/sign-in', { email: ada.email, password })
  expect((await signIn(ada.password)).statusCode).toBe(200)
  const wrong = await signIn(`${ada.password}!`)
  expect(wrong.statusCode).toBe(401)
  const foreign = await app.app.inject({ url: '/api/moderation/cases', headers: ben.bearer })
  expect(foreign.statusCode).toBe(403)
  await app.app.inject({ url: '/api/spots/nearby?latitude=north', headers: ben.bearer })
  await app.app.inject({ url: '/api/posts/00000000-0000-4000-8000-000000000000', headers: ben.bearer })

  const done = of('authentication').slice(before)
  expect(done.map(({ operation }) => operation)).toEqual(['signIn'])
  const refused = of('refused').slice(-3)
  expect(refused).toMatchObject([
    { operation: 'signIn', code: 'WRONG_CREDENTIALS', reqId: wrong.headers['x-request-id'] },
    { code: 'NOT_ALLOWED' },
    { code: 'BAD_REQUEST' },
  ])
  await app.close()
})

test('a flood of one kind of refusal logs 60 lines a minute, and others are still logged', async () => {
  const { app, of } = await logged()
  const { ada } = await people(app, 'ada')
  for (let n = 0; n < 70; n++)
    await app.app.inject({ url: '/api/spots/nearby?latitude=north', headers: ada.bearer })
  expect(of('refused').filter(({ code }) => code === 'BAD_REQUEST')).toHaveLength(60)
  await app.app.inject('/api/account')
  expect(of('refused').at(-1)).toMatchObject({ code: 'SESSION_MISSING' })
  await app.close()
})
