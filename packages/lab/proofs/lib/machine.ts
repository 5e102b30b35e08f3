import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabase } from '../../../../apps/server/src/db/start-database.ts'
import { createLog } from '../../../../apps/server/src/platform/log.ts'
import { atEnd } from '../../bench/clean-up.ts'
import { freePort, type Server, startServer } from '../../../../e2e/support/server.ts'
import { databasePid, isAlive, killHard, onUrl, type Site } from './kill-cycles.ts'

/** Creates a folder for this run, which is deleted when the run ends. */
export function runFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `nollie-${name}-`))
  chmodSync(folder, 0o711)
  atEnd(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** How long (ms) to wait for startup, even on a very busy machine. */
export const READY_MS = 400_000

/** A single machine, with the server and its embedded database in one data directory. */
export type Machine = Site & {
  server: () => Server
  /** Restarts the server after `hit` or {@link Machine.killed}. */
  start: () => Promise<void>
  /** Kills the server and the database. */
  killed: () => Promise<void>
}

/** Starts a machine. Its blows are `kill -9` on the server, on the database, and on both. */
export async function startMachine(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Machine> {
  const port = await freePort()
  const begin = () => startServer({ dataDir, port, readyMs: READY_MS, env: { LOG_LEVEL: 'error', ...env } })
  let server = await begin()
  atEnd(async () => {
    await server.stop()
    // The database may still be running if the server was killed.
    await killHard(databasePid(dataDir))
  })
  const killed = async () => {
    await server.kill()
    await killHard(databasePid(dataDir))
  }
  const start = async () => void (server = await begin())
  return {
    url: `http://localhost:${port}`,
    dataDir,
    mediaDir: join(dataDir, 'media'),
    blows: ['kill -9 of the server', 'kill -9 of the database', 'kill -9 of both'],
    server: () => server,
    start,
    killed,
    hit: async (blow) => {
      if (blow.endsWith('server')) await server.kill()
      else if (blow.endsWith('both')) await killed()
      else {
        const old = databasePid(dataDir)
        await killHard(old)
        // The server restarts the database.
        while (databasePid(dataDir) === old || !isAlive(databasePid(dataDir))) await sleep(5)
        return
      }
      await start()
    },
    onDatabase: async (work) => {
      const { url, stop } = await startDatabase({ databaseUrl: null, dataDir }, createLog('error'), {
        borrow: true,
        steps: null,
      })
      try {
        return await onUrl(url, work)
      } finally {
        await stop()
      }
    },
  }
}
