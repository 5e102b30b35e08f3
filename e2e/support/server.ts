import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RATES } from '@nollie/contract'
import { programFile, buildSourcePath } from '../../apps/server/test/world/program-file.ts'
import { SERVER_ENV, SERVER_FLAGS } from '../../scripts/lib/server-process.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY_MS = 180_000

// Journeys create more accounts and uploads from one address than the limits allow.
const WIDE = Object.keys(RATES)
  .flatMap((rate) => [`${rate}.ip=100000/60`, `${rate}.user=100000/60`])
  .join(',')

/** Settings for every journey server. */
export const FOR_JOURNEYS = {
  MAP_STYLE_URL: 'shipped',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: WIDE,
  // Browsers use all processors, so the server must not refuse journeys' requests because of lag.
  BUSY_AFTER_MS: '0',
}

/** A running server. */
export type Server = {
  url: string
  dataDir: string
  /** The server's process ID. */
  pid: number
  /** Returns what the server has printed, at most the last 20,000 characters. */
  readOutput: () => string
  /** Stops the server as an operator would. */
  stop: () => Promise<void>
  /** Kills the server as a power failure would; the data remains. */
  kill: () => Promise<void>
}

/** Returns a TCP port that is currently free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Starts the production server on a free port and waits until it's ready. Uses a new data directory unless one is
 * given. `env` adds to the server's environment, `readyMs` limits the wait, and `fromSources` starts the server the way
 * an operator does.
 */
export async function startServer(
  given: {
    dataDir?: string
    port?: number
    env?: NodeJS.ProcessEnv
    readyMs?: number
    fromSources?: boolean
  } = {},
): Promise<Server> {
  const dataDir = given.dataDir ?? (await mkdtemp(join(tmpdir(), 'nollie-e2e-')))
  const port = given.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const main = (given.fromSources ? buildSourcePath : programFile)('apps/server/src/main.ts')
  const child = spawn(process.execPath, [...SERVER_FLAGS, main], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...SERVER_ENV,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...FOR_JOURNEYS,
      // No journey is about backups.
      BACKUP_DAYS: '0',
      ...given.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => (output = (output + part).slice(-20_000)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))

  const until = Date.now() + (given.readyMs ?? READY_MS)
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`The server did not get ready.\n${output}`)
    }
    await wait(150)
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    readOutput: () => output,
    stop: async () => {
      await end('SIGTERM')
      if (!given.dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
    kill: () => end('SIGKILL'),
  }
}

function isReady(url: string) {
  return fetch(`${url}/api/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  )
}
