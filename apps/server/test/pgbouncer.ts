import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export const freePortAt = async (): Promise<number> => {
  const { createServer } = await import('node:net')
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/**
 * Starts the real PgBouncer in transaction mode in front of the database at `url`, with three server connections; ended
 * after the test. Returns its own connection string.
 */
export const startPgBouncer = async (program: string, url: string) => {
  const target = new URL(url)
  const socket = decodeURIComponent(target.hostname)
  const folder = mkdtempSync(join(tmpdir(), 'nollie-pool-'))
  const port = await freePortAt()
  const config = join(folder, 'pgbouncer.ini')
  const name = target.pathname.slice(1)
  writeFileSync(
    config,
    [
      '[databases]',
      `${name} = host=${socket} port=${target.port || 5432} dbname=${name} user=${target.username} password=${decodeURIComponent(target.password)}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      'auth_type = any\npool_mode = transaction\nmax_client_conn = 500\ndefault_pool_size = 3',
    ].join('\n'),
  )
  // It refuses root, and must reach the socket of the database.
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? (socket.startsWith('/') ? statSync(socket) : { uid: 65_534, gid: 65_534 }) : null
  chmodSync(folder, 0o755)
  if (owner) chownSync(config, owner.uid, owner.gid)
  const begin = async () => {
    const child = spawn(program, [config], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(owner && { uid: owner.uid, gid: owner.gid }),
    })
    let log = ''
    child.stderr.on('data', (part) => (log += part))
    while (!(await takesConnections(port))) {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended\n${log}`)
      await sleep(20)
    }
    return child
  }
  let child = await begin()
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    url: `postgresql://${target.username}@127.0.0.1:${port}/${name}`,
    stop,
    start: async () => void (child = await begin()),
  }
}
