import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryFolder } from './memory-folder.mjs'
import { run } from './run.mjs'

async function getUserId(flag, user) {
  return Number((await run('id', [flag, user])).output)
}

/**
 * Returns the IDs of the system user that PostgreSQL packages create; null if there is none. Needed because PostgreSQL
 * refuses to run as root.
 */
async function postgresUser() {
  const [uid, gid] = [await getUserId('-u', 'postgres'), await getUserId('-g', 'postgres')]
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : null
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Starts the installed PostgreSQL in a temporary folder, with TCP and a password as on an operator's server.
 * @param {string} bin folder with initdb and postgres
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | { error: string } | { lacking: string }>}
 */
export async function startThrowAwayPostgres(bin) {
  const user = process.getuid?.() === 0 ? await postgresUser() : {}
  if (!user) return { lacking: 'it refuses to run as root and there is no user postgres' }
  const folder = mkdtempSync(join(memoryFolder(), 'nollie-pg-'))
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user.uid) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
  const files = join(folder, 'files')
  const made = await run(
    join(bin, 'initdb'),
    [
      '-D',
      files,
      '-U',
      'nollie',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ],
    { cwd: folder, ...user },
  )
  if (made.code !== 0) return { error: made.output }
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    // This database doesn't need to survive a crash.
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_wal_size=512MB',
    'max_connections=200',
  ]
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', files, ...settings.flatMap((setting) => ['-c', setting])],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    },
  )
  let output = ''
  server.stderr.on('data', (part) => (output = (output + part).slice(-4000)))
  const ended = new Promise((resolve) => server.once('close', resolve))
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !output.includes('ready to accept connections'); tries++) {
    if (server.exitCode !== null || tries > 200) return { error: output }
    await sleep(50)
  }
  return { url: `postgresql://nollie:${password}@127.0.0.1:${port}/postgres`, stop }
}
