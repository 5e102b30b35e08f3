import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { getOutcome, signedUp, createVisitor } from '../../../../test/actors/actor.ts'
import { testApp } from '../../../../test/world/app.ts'
import { mailsTo, tokenIn } from '../../../../test/services/mails.ts'
import { unbreachedBy } from './ask-breached-passwords.ts'

const STOLEN = 'a line from some old film'
const log = pino({ level: 'silent' })

function computeHash(password: string) {
  return createHash('sha1').update(password).digest('hex').toUpperCase()
}

/** Starts a fake service that implements the protocol and knows one breached password. */
async function service(answer = { status: 200, slow: false }) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${String(request.headers['add-padding'])}`)
    if (answer.slow) return
    const hash = computeHash(STOLEN)
    const isIts = request.url === `/range/${hash.slice(0, 5)}`
    const line = `${hash.slice(5)}:4711`
    response.statusCode = answer.status
    response.end(`${'0'.repeat(35)}:3\r\n${isIts ? line : `${'F'.repeat(35)}:0`}\r\n${'1'.repeat(35)}:0\r\n`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), asked }
}

test('V6.2.12 refuses a breached password; the service only sees five digits of its hash', async () => {
  const { url, asked } = await service()
  const check = unbreachedBy(url, log)
  await expect(check(STOLEN, 'new_password')).rejects.toMatchObject({
    code: 'WEAK_PASSWORD',
    message: expect.stringContaining('leaked'),
    fields: { new_password: expect.anything() },
  })
  await expect(check('nobody ever had this one')).resolves.toBeUndefined()
  const prefixes = [STOLEN, 'nobody ever had this one'].map((one) => computeHash(one).slice(0, 5))
  expect(asked).toEqual(prefixes.map((prefix) => `/range/${prefix} true`))
})

test('a failing or slow service locks no one out', async () => {
  for (const answer of [
    { status: 503, slow: false },
    { status: 200, slow: true },
  ]) {
    const { url } = await service(answer)
    await expect(unbreachedBy(url, log, 200)(STOLEN)).resolves.toBeUndefined()
  }
  await expect(unbreachedBy(new URL('http://127.0.0.1:1'), log)(STOLEN)).resolves.toBeUndefined()
})

test('V6.2.12 every way to set a password checks it', async () => {
  const { url } = await service()
  const app = await testApp({ accounts: { breached: url } })
  onTestFinished(() => app.close())
  const visitor = createVisitor(app)
  const form = { username: 'unlucky', email: 'unlucky@example.com', password: STOLEN }
  expect(await getOutcome(visitor.signUp(form))).toBe('WEAK_PASSWORD')
  const ada = await signedUp(app, 'ada')
  const change = { current_password: ada.password, new_password: STOLEN }
  await expect(ada.changePassword(change)).rejects.toMatchObject({
    code: 'WEAK_PASSWORD',
    fields: { new_password: expect.stringContaining('leaked') },
  })
  await visitor.forgotPassword({ email: ada.email })
  const token = tokenIn((await mailsTo(app, ada.email, { about: 'new password' }))[0], 'reset')
  expect(await getOutcome(visitor.newPassword({ token, password: STOLEN }))).toBe('WEAK_PASSWORD')
  expect(await getOutcome(visitor.newPassword({ token, password: 'nobody ever had this one' }))).toBe('done')
})
