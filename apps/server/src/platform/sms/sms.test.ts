import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSmsAddress, makeSms, SmsNotSent } from './index.ts'

type Taken = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** A fake text message gateway over HTTP. */
class Gateway {
  readonly taken: Taken[] = []
  /** The status to respond with; null accepts the message and never responds. */
  status: number | null = 201
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      this.taken.push({ method, url, headers, body })
      if (this.status !== null) response.writeHead(this.status).end('{"sid":"SM1"}')
    })
  })

  async start(): Promise<this> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready))
    return this
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((done) => this.#server.close(() => done()))
  }
}

let gateway: Gateway
const warned: string[] = []
const log = {
  warn: (details: object, message: string) => void warned.push(JSON.stringify(details) + message),
}
beforeEach(async () => {
  gateway = await new Gateway().start()
  warned.length = 0
})
afterEach(() => gateway.stop())

const SMS = { id: '01890000-0000-7000-8000-000000000001', to: '+12025550100', text: '123456 is your code' }

function sender(url: string, timeoutMs = 20_000) {
  return makeSms({ url, log, timeoutMs })
}

test("a webhook gets the documented JSON, an idempotency key, and the URL's credentials", async () => {
  expect(await sender(`http://shop:p%40ss@${gateway.host}/send?tenant=1`)(SMS)).toBe('sent')
  const [{ method, url, headers, body } = {} as Taken] = gateway.taken
  expect([method, url]).toEqual(['POST', '/send?tenant=1'])
  expect(headers['content-type']).toBe('application/json')
  expect(headers['idempotency-key']).toBe(SMS.id)
  expect(headers.authorization).toBe(`Basic ${Buffer.from('shop:p@ss').toString('base64')}`)
  expect(JSON.parse(body)).toEqual(SMS)
})

test.each([
  ['from=%2B15005550006', { From: '+15005550006' }],
  ['service=MG1', { MessagingServiceSid: 'MG1' }],
])("uses Twilio's API as documented: %s", async (query, from) => {
  expect(await sender(`twilio+http://AC1:secret@${gateway.host}?${query}`)(SMS)).toBe('sent')
  const [{ method, url, headers, body } = {} as Taken] = gateway.taken
  expect([method, url]).toEqual(['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
  expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  expect(headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ To: SMS.to, ...from, Body: SMS.text })
})

test.each([
  [400, 'refused'],
  [302, 'refused'],
  [500, 'unknown'],
  [504, 'unknown'],
])('a response of %i is final: %s', async (status, outcome) => {
  gateway.status = status
  expect(await sender(`http://${gateway.host}/`)(SMS)).toBe(outcome)
  expect(gateway.taken).toHaveLength(1)
  expect(warned.join()).not.toContain(SMS.to)
})

test.each([429, 503])('a response of %i means that the message was not accepted', async (status) => {
  gateway.status = status
  await expect(sender(`http://${gateway.host}/`)(SMS)).rejects.toThrow(SmsNotSent)
  expect(warned.join()).not.toContain(SMS.to)
})

test('an unreachable gateway means "not sent"; no response means "unknown"', async () => {
  gateway.status = null
  expect(await sender(`http://${gateway.host}/`, 3_000)(SMS)).toBe('unknown')
  const { host } = gateway
  await gateway.stop()
  await expect(sender(`http://${host}/`)(SMS)).rejects.toThrow(SmsNotSent)
  gateway = await new Gateway().start()
})

test.each([
  ['https://sms.example/send', true],
  ['twilio://AC1:t@api.twilio.com?from=%2B1', true],
  ['twilio://AC1:t@api.twilio.com', false],
  ['twilio://api.twilio.com?from=%2B1', false],
  ['ftp://sms.example', false],
  ['sms.example', false],
])('%s is a valid sender: %s', (url, expected) => {
  expect(isSmsAddress(url)).toBe(expected)
})
