import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Builds a provider's script, reduced to what a page uses: a button that returns a token. */
function buildScript(global: string) {
  return `
window.${global} = { render(host, options) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'I am a person'
  button.onclick = async () => {
    const answer = await fetch(new URL('/token', '__ORIGIN__'), { method: 'POST' })
    options.callback(await answer.text())
  }
  host.append(button)
  return '0'
}, remove() {} }`
}

const PATHS: Record<string, { global: string; used: string; kind: 'script' | 'verify' }> = {
  '/turnstile/v0/api.js': { global: 'turnstile', used: '', kind: 'script' },
  '/turnstile/v0/siteverify': { global: '', used: 'timeout-or-duplicate', kind: 'verify' },
  '/1/api.js': { global: 'hcaptcha', used: '', kind: 'script' },
  '/siteverify': { global: '', used: 'already-seen-response', kind: 'verify' },
}

/**
 * Starts a fake CAPTCHA provider, following the Turnstile and hCaptcha docs. A script renders a widget, and
 * `siteverify` takes a form with a secret and a response, and confirms each token once. The real providers would
 * require Internet access.
 */
export async function startCaptcha({ secret, siteKey }: { secret: string; siteKey: string }) {
  const tokens = new Set<string>()
  const used = new Set<string>()
  const asked: URLSearchParams[] = []
  let spoken: { text: string; status: number } | null = null
  const newToken = () => {
    const token = randomBytes(12).toString('hex')
    tokens.add(token)
    return token
  }
  const findError = (form: URLSearchParams, usedCode: string): string | null => {
    const token = form.get('response') ?? ''
    if (form.get('secret') !== secret) return 'invalid-input-secret'
    if (used.has(token)) return usedCode
    return tokens.has(token) && form.get('sitekey') === siteKey ? null : 'invalid-input-response'
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = PATHS[pathname]
    const open = { 'access-control-allow-origin': '*' }
    if (pathname === '/token') return void response.writeHead(200, open).end(newToken())
    if (path?.kind === 'script')
      return void response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(buildScript(path.global).replace('__ORIGIN__', url))
    if (path?.kind !== 'verify' || request.method !== 'POST') return void response.writeHead(404).end()
    void text(request).then((body) => {
      const form = new URLSearchParams(body)
      asked.push(form)
      const error = findError(form, path.used)
      if (!error) used.add(form.get('response') ?? '')
      const answer = error ? { success: false, 'error-codes': [error] } : { success: true, 'error-codes': [] }
      response
        .writeHead(spoken?.status ?? 200, { 'content-type': 'application/json' })
        .end(spoken?.text ?? JSON.stringify({ ...answer, challenge_ts: new Date().toISOString() }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** The verification requests that the provider received. */
    asked,
    newToken,
    /** Overrides the response to every verification; null restores normal responses. */
    answers: (text: string | null, status = 200) => void (spoken = text === null ? null : { text, status }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The return value of {@link startCaptcha}. */
export type Captcha = Awaited<ReturnType<typeof startCaptcha>>
