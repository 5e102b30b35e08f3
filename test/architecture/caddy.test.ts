import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { createServer, get as getSecurely } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './files.ts'

const isInstalled = [
  ['caddy', 'version'],
  ['openssl', 'version'],
].every(([program = '', ...options]) => spawnSync(program, options).status === 0)

async function freePort(): Promise<number> {
  const listener = createListener().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  return port
}

function certificates(folder: string, inside: string): void {
  return void execFileSync(join(ROOT, 'deploy/internal-certificates.sh'), ['nollie', folder, inside], {
    stdio: 'pipe',
  })
}

/**
 * Caddy with the shipped settings and its own certificates, in front of a server that echoes requests. The server has a
 * certificate made by the shipped script, or one that Caddy doesn't trust.
 */
async function caddy({ isTrusted = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'))
  const inside = join(folder, 'inside')
  certificates(folder, inside)
  if (!isTrusted) certificates(join(folder, 'other'), join(folder, 'other-inside'))
  const pem = (name: string) => readFileSync(join(folder, isTrusted ? '' : 'other', name))
  const server = createServer({ key: pem('key.pem'), cert: pem('certificate.pem') }, (request, response) =>
    response.end(`server: ${request.url}`),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ports = { http: await freePort(), https: await freePort() }
  const options = `admin off\nhttp_port ${ports.http}\nhttps_port ${ports.https}\nlocal_certs\nskip_install_trust`
  const settings = join(folder, 'Caddyfile')
  writeFileSync(settings, `{\n${options}\n}\nimport ${join(ROOT, 'deploy/Caddyfile')}\n`)
  const child = spawn('caddy', ['run', '--config', settings, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      NOLLIE_HOST: 'localhost',
      NOLLIE_UPSTREAM: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      NOLLIE_CA: join(inside, 'ca.pem'),
    },
  })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return ports
}

async function fetchAnswer(
  url: string,
): Promise<{ status?: number | undefined; location?: string | undefined; body: string }> {
  const ask = url.startsWith('https:') ? getSecurely : get
  const request = ask(url, { rejectUnauthorized: false } as object)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, location: response.headers.location, body: await text(response) }
}

test.skipIf(!isInstalled)(
  'the shipped proxy redirects pages to HTTPS, and refuses the API over HTTP',
  async () => {
    const { http, https } = await caddy()
    await expect
      .poll(() => fetchAnswer(`https://localhost:${https}/api/session`).catch(String), { timeout: 30_000 })
      .toMatchObject({ status: 200, body: 'server: /api/session' })
    expect(await fetchAnswer(`http://localhost:${http}/spots?q=1`)).toMatchObject({
      status: 308,
      location: 'https://localhost/spots?q=1',
    })
    const refused = await fetchAnswer(`http://localhost:${http}/api/session`)
    expect(refused.status).toBe(403)
    expect(refused.body).not.toContain('server:')
  },
  60_000,
)

test.skipIf(!isInstalled)(
  'the shipped proxy connects only to a server with the expected certificate',
  async () => {
    const { https } = await caddy({ isTrusted: false })
    await expect
      .poll(() => fetchAnswer(`https://localhost:${https}/api/session`).catch(String), { timeout: 30_000 })
      .toMatchObject({ status: 502, body: '' })
  },
  60_000,
)
