import { Agent, request } from 'node:http'
import { CHUNK, metadata, TUS } from '../../../../../apps/server/test/actors/uploads.ts'
import type { Answer } from './document.ts'
import type { KnownValues } from './known.ts'
import type { Plan } from './values.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const MAX_ANSWER_MS = 60_000

/** A request as it's sent over the wire, without placeholders. */
export type Wired = { method: string; url: string; headers: Record<string, string>; body: Buffer | null }

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}

// Some path values are sent unchanged, with their own escapes.
function encoded(value: unknown): string {
  const text = toText(value).toWellFormed()
  return /^(?:%[0-9a-zA-Z]{2}|\w)+$/.test(text) ? text : encodeURIComponent(text)
}

// Node refuses to send other characters in a header.
function toHeaderText(value: unknown): string {
  return toText(value)
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .trim()
}

// The document only describes JSON. About uploads, it only says that they use tus.
function ofUpload(method: string): { headers: Record<string, string>; body: Buffer | null } {
  if (method === 'POST')
    return {
      headers: { ...TUS, 'upload-length': '1000', 'upload-metadata': metadata('image/jpeg', 'ledge.jpg') },
      body: null,
    }
  return method === 'PATCH'
    ? { headers: { ...CHUNK, 'upload-offset': '0' }, body: Buffer.alloc(1000, 0xff) }
    : { headers: TUS, body: null }
}

/** Replaces placeholders in a plan with values from earlier responses. */
export function wired(
  { operation: { method, path, body: described }, params, query, headers, body }: Plan,
  known: KnownValues,
  session: Record<string, string>,
): Wired {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(known.resolved(params[name])))
  const asked = Object.entries(query).map(([name, value]) => [name, known.resolved(value)] as const)
  const pairs = asked.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encoded(value)}`))
  const sent = Object.entries(headers).map(([name, value]) => [name, toHeaderText(known.resolved(value))])
  const upload = path.startsWith('/api/uploads') ? ofUpload(method) : { headers: {}, body: null }
  const json = described ? Buffer.from(JSON.stringify(known.resolved(body)) ?? '') : null
  return {
    method,
    url: `${address}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
    headers: {
      ...upload.headers,
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...Object.fromEntries(sent),
      ...session,
    },
    body: upload.body ?? json,
  }
}

/** Sends a request and returns the entire response, or only the head for an endless stream. */
export function send(port: number, { method, url, headers, body }: Wired): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const length = body ? { 'content-length': String(body.length) } : {}
    const sent = request(
      { port, host: '127.0.0.1', method, path: url, headers: { ...headers, ...length }, agent },
      (response) => {
        const type = response.headers['content-type']?.split(';')[0] ?? ''
        const parts: Buffer[] = []
        const done = () => {
          const text = Buffer.concat(parts).toString()
          resolve({ status: response.statusCode ?? 0, type, body: text, ms: performance.now() - begun })
        }
        if (type === 'text/event-stream') {
          response.destroy()
          return done()
        }
        response.on('data', (part: Buffer) => parts.push(part)).once('end', done)
        response.once('error', reject)
      },
    )
    sent.setTimeout(MAX_ANSWER_MS, () => sent.destroy(new Error('no answer in a minute')))
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}
