import { spawnSync } from 'node:child_process'
import { type Server, startServer } from '../../../e2e/support/server.ts'
import { ensureWebBuilt } from '../../../scripts/lib/build-web.mjs'
import { atEnd } from './clean-up.ts'

/** Starts a server with the production build and the sample spots. The cleanup stops it. */
export async function startWithSample(): Promise<Server> {
  const built = await ensureWebBuilt()
  if (built.code !== 0) throw new Error(built.output)
  const server = await startServer()
  atEnd(() => server.stop())
  const sample = spawnSync(process.execPath, ['apps/server/src/sample/main.ts'], {
    cwd: new URL('../../..', import.meta.url),
    env: { ...process.env, DATA_DIR: server.dataDir },
  })
  if (sample.status !== 0) throw new Error(String(sample.stderr))
  return server
}
