import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort, startProgram } from '../world/program.ts'

/**
 * Starts the real PgBouncer in transaction mode, with three server connections to the database at `url`. It stops after
 * the test. Returns a connection string for PgBouncer.
 */
export async function startPgBouncer(program: string, url: string) {
  const target = new URL(url)
  const socket = decodeURIComponent(target.hostname)
  const folder = mkdtempSync(join(tmpdir(), 'nollie-pool-'))
  const port = await freePort()
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
  // PgBouncer refuses to run as root, and must be able to reach the database's socket.
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? (socket.startsWith('/') ? statSync(socket) : { uid: 65_534, gid: 65_534 }) : null
  chmodSync(folder, 0o755)
  if (owner) chownSync(config, owner.uid, owner.gid)
  const pool = await startProgram({
    name: 'pgbouncer',
    port,
    spawn: () =>
      spawn(program, [config], {
        stdio: ['ignore', 'ignore', 'pipe'],
        ...(owner && { uid: owner.uid, gid: owner.gid }),
      }),
  })
  onTestFinished(async () => {
    await pool.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { url: `postgresql://${target.username}@127.0.0.1:${port}/${name}`, ...pool }
}
