import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const KEY = 'the key of the relay'

/** A server's request to a relay, as documented in docs/push-relay.md. */
const Sent = z.strictObject({
  app: z.string().min(1),
  platform: z.enum(['android', 'ios']),
  token: z.string().min(1),
  ttl: z.number().int(),
  notifications: z
    .array(
      z.strictObject({
        title: z.string().min(1),
        body: z.string(),
        tag: z.string().min(1),
        url: z.url(),
      }),
    )
    .min(1)
    .max(4),
})

/** Starts a fake relay to native apps that rejects undocumented requests. `answers` overrides its responses. */
export async function pushRelay() {
  const delivered: z.output<typeof Sent>[] = []
  let status: number | null = null
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
      if (status !== null) return response.writeHead(status).end()
      if (request.headers.authorization !== `Bearer ${KEY}`) return response.writeHead(401).end()
      const { data } = Sent.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
      if (!data || request.method !== 'POST') return response.writeHead(400).end()
      delivered.push(data)
      return response.writeHead(202).end()
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/push`)
  return {
    settings: { url, key: KEY },
    delivered,
    answers: (next: number | null) => {
      status = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
