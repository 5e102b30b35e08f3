import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/world/database.ts'
import { createRateCounts } from '../../../db/rate-counts.ts'
import { createHttpServer, RateLimiter, takeOver } from '../index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function listening() {
  const rates = new RateLimiter(createRateCounts(database.db))
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    rates,
    authenticate: async () => null,
    publicUrl: null,
    trustProxy: false,
    tileHosts: [],
    checkAnswers: false,
  })
  const seen = { taken: null as Socket | null, ended: 0, others: 0 }
  app.addHook('onResponse', async () => {
    seen.ended += 1
  })
  app.get('/stays', { config: { policy: 'anyone' } }, async (_request, reply) => {
    reply.hijack()
    seen.taken = takeOver(reply.raw, 200, { ...reply.getHeaders(), 'content-type': 'text/plain' })
    return reply
  })
  app.get('/other', { config: { policy: 'anyone' } }, async () => {
    seen.others += 1
    return 'other'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    await rates.close()
  })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  let text = ''
  client.setEncoding('utf8').on('data', (part: string) => (text += part))
  client.write('GET /stays HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => text).toContain('\r\n\r\n')
  if (!seen.taken) throw new Error('The connection was not taken over.')
  return { client, seen, taken: seen.taken, text: () => text }
}

test('a taken-over connection stays open without request and response objects, and receives writes', async () => {
  const { taken, text, seen } = await listening()
  expect(text()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(text()).toMatch(/\r\nconnection: close\r\n/)
  expect(text()).toMatch(/\r\ncontent-security-policy: /)
  expect(text()).not.toMatch(/transfer-encoding|content-length/i)
  await expect.poll(() => seen.ended).toBe(1)
  // Node's idle timeout doesn't end the connection.
  expect(taken.timeout ?? 0).toBe(0)
  taken.write('one, ')
  taken.write('two')
  await expect.poll(text).toMatch(/\r\n\r\none, two$/)
})

test('when the server ends it, it closes after the last write, even if the client leaves its side open', async () => {
  const { client, taken, text } = await listening()
  taken.end('last', () => taken.destroy())
  await once(client, 'end')
  expect(text()).toMatch(/\r\n\r\nlast$/)
})

test('closes when the client leaves', async () => {
  const { client, taken } = await listening()
  const closed = once(taken, 'close')
  client.destroy()
  await closed
})

test('another request on the connection ends it, and gets no response', async () => {
  const { client, taken, text } = await listening()
  const closed = once(taken, 'close')
  client.write('GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await closed
  expect(text()).not.toContain('other')
})

test('non-HTTP bytes on the connection end it, and get no response', async () => {
  const { client, taken, text } = await listening()
  const closed = new Promise((resolve) => taken.once('close', resolve))
  client.write('no request at all\r\n\r\n')
  await closed
  expect(text()).toMatch(/\r\n\r\n$/)
})
