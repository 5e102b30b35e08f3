import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { phonePhoto } from '../makers/media-files.ts'
import { samplesIn } from '../world/metrics.ts'
import { metadata, TUS } from '../actors/uploads.ts'
import { freePort } from '../world/program.ts'
import { server } from './server.ts'
import { surroundings } from './surroundings.ts'

type OtlpSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: unknown[]
}

/** Starts a collector that accepts spans as OTLP/JSON. */
async function collector() {
  const bodies: string[] = []
  const listening = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      bodies.push(`${request.method} ${request.url}\n${body}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => void listening.close())
  const spans = (): OtlpSpan[] =>
    bodies.flatMap((text) =>
      JSON.parse(text.slice(text.indexOf('\n'))).resourceSpans.flatMap(
        (resource: { scopeSpans: { spans: OtlpSpan[] }[] }) =>
          resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  const { port } = listening.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, bodies, spans }
}

/** Starts a mail server that refuses every email and quotes its address. */
async function rudeMailServer() {
  const listening = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 rude\r\n')
    socket.on('data', (part) => {
      const line = String(part)
      if (/^(EHLO|HELO)/.test(line)) socket.write('250 rude\r\n')
      else if (/^RCPT/.test(line)) socket.write(`450 not now, ${line.trim()}\r\n`)
      else if (/^QUIT/.test(line)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => void listening.close())
  return `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

/** A person's strings that must not appear anywhere except in the database and emails. */
const CANARY = {
  email: 'canary.bird@secret-canary.example',
  username: 'canarybird',
  password: 'canary-password-9c1f',
  message: 'canary-message-text-51ab',
  title: 'canary-title-77de',
  search: 'canary-search-20ce',
  agent: 'canary-agent-3311',
  file: 'canary-file-name-8aa0.jpg',
  ip: '203.0.113.77',
  latitude: '41.3851234',
}

test('P8 logs, metrics, and traces contain no personal data, at any level', async () => {
  const traces = await collector()
  const metricsPort = await freePort()
  const { env } = await surroundings()
  const running = await server({
    ...env,
    LOG_LEVEL: 'trace',
    SMTP_URL: await rudeMailServer(),
    TRUST_PROXY: '127.0.0.1,::1',
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  await running.ready()
  const origin = { 'sec-fetch-site': 'same-origin' }
  const person = { ...origin, 'x-forwarded-for': CANARY.ip, 'user-agent': CANARY.agent }
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${running.url}${path}`, {
      method,
      headers: {
        ...person,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const { email, username, password } = CANARY
  expect((await send('POST', '/api/auth/sign-up', { username, email, password })).status).toBe(202)
  await send('POST', '/api/auth/sign-in', { email, password: `${password}!` })
  await send('POST', '/api/auth/sign-in', { email, password: [password] })

  // Verifies the account, as the emailed link would.
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  onTestFinished(() => client.end())
  const { readOrCreateSecret } = await import('../../src/platform/persistent-secret.ts')
  const { verifyToken } = await import('../../src/modules/accounts/index.ts')
  const { rows } = await client.query<{ id: string }>('select id from sign_ups')
  const token = verifyToken(readOrCreateSecret(env.DATA_DIR), rows[0]?.id ?? '')
  expect((await send('POST', '/api/auth/verify', { token })).ok).toBe(true)
  const signedIn = await send('POST', '/api/auth/sign-in', { email, password }, { 'x-client': 'token' })
  const session = ((await signedIn.json()) as { token: string }).token
  const mine = { authorization: `Bearer ${session}` }
  const key = () => ({ ...mine, 'idempotency-key': crypto.randomUUID() })

  const begun = await send(
    'POST',
    '/api/discussions',
    { title: CANARY.title, content: CANARY.message },
    key(),
  )
  expect(begun.status).toBe(201)
  await send('GET', `/api/search?q=${CANARY.search}`, undefined, mine)
  await send('GET', `/api/spots/nearby?latitude=${CANARY.latitude}&longitude=2.1`, undefined, mine)
  await send('GET', `/${CANARY.search}?q=${CANARY.email}`)
  await send('POST', '/api/discussions', { title: CANARY.title, content: 7 }, key())
  const photo = await phonePhoto()
  const upload = { ...mine, ...TUS, 'upload-length': String(photo.length) }
  await send('POST', '/api/uploads', undefined, {
    ...upload,
    'upload-metadata': metadata('image/jpeg', CANARY.file),
  })
  // Causes an unexpected error with the person's values in the statement.
  await client.query(
    "alter table discussions add constraint no_canaries check (title not like 'canary%') not valid",
  )
  const broken = await send(
    'POST',
    '/api/discussions',
    { title: CANARY.title, content: CANARY.message },
    key(),
  )
  expect(broken.status).toBe(500)

  const named = () => new Set(traces.spans().map(({ name }) => name))
  await expect.poll(named).toContain('mail smtp')
  await expect.poll(named).toContain('startDiscussion')
  const metrics = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text()
  expect(samplesIn(metrics).length).toBeGreaterThan(100)
  expect(await running.stop()).toBe(0)

  const { out } = running.output
  const lines = out.split('\n').filter((line) => line.startsWith('{'))
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const error = logged.find(({ msg }) => msg === 'unexpected error')
  expect(error?.reqId).toBe(broken.headers.get('x-request-id'))
  const secrets = Object.entries({ ...CANARY, session, token })
  // Unknown pages are logged with their path, which is a canary in this test.
  for (const [what, text] of Object.entries({
    logs: out + running.output.err,
    metrics,
    traces: traces.bodies.join('\n'),
  }))
    for (const [kind, secret] of secrets)
      expect(
        text.replaceAll(`"path":"/${CANARY.search}"`, '').includes(secret),
        `${what} show the ${kind}`,
      ).toBe(false)
})

test('traces a request, its statements, and the job it caused, with names but no values', async () => {
  const traces = await collector()
  const running = await server({
    ...(await surroundings()).env,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${traces.url}/v1/traces`,
    OTEL_SERVICE_NAME: 'nollie-of-the-test',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  await running.ready()
  const answer = await fetch(`${running.url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', email: 'ada@example.com', password: 'ada rolls away clean' }),
  })
  expect(answer.status).toBe(202)
  const find = (name: string) => traces.spans().find((span) => span.name === name)
  await expect.poll(() => find('signUp')).toBeDefined()
  await expect.poll(() => find('job sign-up-mail')).toBeDefined()
  const request = find('signUp')
  const inside = traces.spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining(['rates_add', 'insert sign_ups']))
  expect(JSON.stringify(request?.attributes)).toContain(answer.headers.get('x-request-id') ?? 'none')
  expect(find('mail outbox')?.parentSpanId).toBe(find('job sign-up-mail')?.spanId)
  expect(traces.bodies.every((body) => body.startsWith('POST /v1/traces\n'))).toBe(true)
  expect(traces.bodies[0]).toContain('nollie-of-the-test')
  expect(await running.stop()).toBe(0)
})

// The accounts library itself loads OpenTelemetry's attribute names, so those are allowed.
test('without the variables, neither OpenTelemetry nor a metrics library is loaded', async () => {
  const loaded = join(mkdtempSync(join(tmpdir(), 'nollie-loaded-')), 'hook.mjs')
  onTestFinished(() => rmSync(join(loaded, '..'), { recursive: true }))
  const { writeFileSync } = await import('node:fs')
  writeFileSync(
    loaded,
    `import { registerHooks } from 'node:module'
     registerHooks({ load: (url, context, next) => {
       if (/node_modules\\/(@opentelemetry\\/(?!semantic-conventions)|prom-client\\/)/.test(url)) process.stderr.write('LOADED ' + url + '\\n')
       return next(url, context)
     } })`,
  )
  const { env } = await surroundings()
  const off = await server({ ...env, OTEL_SERVICE_NAME: 'nollie' }, ['--import', loaded])
  await off.ready()
  expect((await fetch(`${off.url}/metrics`)).status).toBe(404)
  expect(await off.stop()).toBe(0)
  expect(off.output.err).not.toContain('LOADED')
  const on = await server({ ...env, METRICS_TOKEN: 'a-token-of-the-operator' }, ['--import', loaded])
  await on.ready()
  const authorization = 'Bearer a-token-of-the-operator'
  expect((await fetch(`${on.url}/metrics`, { headers: { authorization } })).status).toBe(200)
  expect(on.output.err).toMatch(/LOADED .*prom-client/)
  expect(await on.stop()).toBe(0)
})
