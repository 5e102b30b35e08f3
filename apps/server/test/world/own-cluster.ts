import { execFileSync, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { selfSigned } from '../makers/certificate.ts'
import { freePort } from './program.ts'

function readId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

async function isThere(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

/**
 * Starts PostgreSQL from the system's packages, with TLS and a self-signed certificate, like an operator's server. Its
 * superuser `nollie` has this password.
 */
export async function startOwnCluster(bin: string, password = 'pw') {
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? { uid: readId('-u'), gid: readId('-g') } : {}
  const folder = mkdtempSync(join(tmpdir(), 'nollie-own-'))
  chmodSync(folder, 0o711)
  const { key, certificate } = selfSigned('localhost')
  const pem = new X509Certificate(Buffer.from(certificate, 'base64')).toString()
  const write = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (isRoot) chownSync(file, user.uid ?? 0, user.gid ?? 0)
    return file
  }
  if (isRoot) chownSync(folder, user.uid ?? 0, user.gid ?? 0)
  const files = join(folder, 'files')
  execFileSync(
    join(bin, 'initdb'),
    [
      '-D',
      files,
      '-U',
      'nollie',
      `--pwfile=${write('password', password)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { cwd: folder, stdio: 'ignore', ...user },
  )
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    ssl_cert_file: write('server.crt', pem),
    ssl_key_file: write('server.key', key),
  }
  // Unlike an option of the command, a statement can change this.
  appendFileSync(join(files, 'postgresql.conf'), 'ssl = on\n')
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', files, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: folder, stdio: 'ignore', ...user },
  )
  const url = `postgresql://nollie:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  while (!(await isThere(url))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    url,
    port,
    folder,
    /** The certificate that the server identifies itself with. */
    certificateFile: join(folder, 'server.crt'),
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
