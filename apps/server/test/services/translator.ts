import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Asked = { q: string; source: string; target: string; format: string; api_key?: string }

/**
 * Starts a fake LibreTranslate that follows its API docs: `POST /translate` with JSON, errors as `{ error }`. It
 * detects every text as Spanish, and "translates" by prepending the language. The real service needs a gigabyte of
 * models.
 */
export async function startTranslator({ key }: { key: string | null } = { key: null }) {
  const asked: Asked[] = []
  const headers: IncomingHttpHeaders[] = []
  let spoken: { text: string; status: number } | null = null
  let isSilent = false
  const answerTo = ({ q, source, target, format, api_key }: Asked): [status: number, body: object] => {
    if (key !== null && api_key !== key) return [403, { error: 'Invalid API key' }]
    if (!q || !target) return [400, { error: 'Invalid request: missing q or target parameter' }]
    if (source !== 'auto' || format !== 'text') return [400, { error: `${source} is not supported` }]
    if (!['en', 'es', 'pt', 'fr', 'de', 'ja'].includes(target))
      return [400, { error: `${target} is not supported` }]
    return [200, { detectedLanguage: { confidence: 92, language: 'es' }, translatedText: `[${target}] ${q}` }]
  }
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/translate') return void response.writeHead(404).end()
    void text(request).then((body) => {
      const sent = JSON.parse(body) as Asked
      asked.push(sent)
      headers.push(request.headers)
      if (isSilent) return
      const [status, answer] = answerTo(sent)
      response
        .writeHead(spoken?.status ?? status, { 'content-type': 'application/json', location: '/elsewhere' })
        .end(spoken?.text ?? JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    /** The translation requests received so far. */
    asked,
    headers,
    /** Overrides the response to every request; null restores normal responses. */
    answers: (text: string | null, status = 200) => void (spoken = text === null ? null : { text, status }),
    /** Makes the server stop responding, or respond again. */
    falls: (silent: boolean) => void (isSilent = silent),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
