import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'

/** A message that a push service received for a browser, decrypted as the browser would. */
export type Delivered = { endpoint: string; ttl: string | undefined; shown: Record<string, string>[] }

type Browser = { keys: ECDH; auth: Buffer; key: string }

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

/** Decrypts a message with a single record (RFC 8188) for a browser (RFC 8291). */
function decrypted({ keys, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}

/** Verifies a message's signature (RFC 8292). Throws unless it is for this service and uses the known key. */
async function checkSender(request: IncomingMessage, origin: string, key: string): Promise<void> {
  const [, token = '', signer] = /^vapid t=([^,]+), k=(\S+)$/.exec(request.headers.authorization ?? '') ?? []
  if (signer !== key) throw new Error('of another key')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: origin })
  if (!/^(https:|mailto:)/.test(payload.sub ?? '')) throw new Error('without a contact')
}

/**
 * Starts a fake Web Push service that rejects messages unless they are signed and encrypted to the standards. Browsers
 * subscribe with `browser`; `answers` overrides its responses.
 */
export async function pushService() {
  const browsers = new Map<string, Browser>()
  const delivered: Delivered[] = []
  let status: number | null = null
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
      if (status !== null) return response.writeHead(status).end()
      const browser = browsers.get(request.url ?? '')
      if (!browser) return response.writeHead(404).end()
      try {
        await checkSender(request, origin, browser.key)
        const { shown } = JSON.parse(decrypted(browser, Buffer.concat(parts))) as Delivered
        delivered.push({ endpoint: `${origin}${request.url}`, ttl: request.headers.ttl as string, shown })
        return response.writeHead(201).end()
      } catch {
        return response.writeHead(403).end()
      }
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    delivered,
    /** Creates a new browser's subscription for a server's public key. */
    browser: (key: string) => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const [path, auth] = [`/push/${randomBytes(12).toString('hex')}`, randomBytes(16)]
      browsers.set(path, { keys, auth, key })
      return {
        endpoint: `${origin}${path}`,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      }
    },
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
