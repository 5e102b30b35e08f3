import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { FOR_JOURNEYS } from './server.ts'

const SCRIPT = fileURLToPath(new URL('../../deploy/fleet.sh', import.meta.url))
const run = promisify(execFile)

/** Journeys that start their own servers to test settings or first screens. They don't test the fleet. */
export const NOT_OF_A_FLEET = [
  'every-screen.spec.ts',
  'first-screen.spec.ts',
  'map-own-streets.spec.ts',
  'map-streets.spec.ts',
]

const SERVERS = ['web-1', 'web-2', 'worker-1', 'worker-2']

/**
 * Starts the fleet in `folder` (see deploy/fleet.sh) with the settings for journeys, and puts its URLs into the
 * environment. Returns a function that stops the fleet, unless it was already running.
 */
export async function useFleet(folder: string): Promise<() => Promise<void>> {
  const fleet = async (...command: string[]) => (await run(SCRIPT, [folder, ...command])).stdout
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'nollie.env')
  const settings = Object.entries(FOR_JOURNEYS).map(([name, value]) => `${name}=${value}\n`)
  const isRunning = (await fleet('status')).includes(' runs')
  if (!existsSync(path) || readFileSync(path, 'utf8') !== settings.join('')) {
    await writeFile(path, settings.join(''))
    for (const name of SERVERS) await fleet('stop', name)
  }
  await fleet('up')
  const { NOLLIE_URL, NOLLIE_DATA_DIR, DATABASE_DIRECT_URL } = parseEnv(await fleet('env'))
  Object.assign(process.env, { NOLLIE_URL, NOLLIE_DATA_DIR, NOLLIE_DATABASE_URL: DATABASE_DIRECT_URL })
  return async () => {
    if (!isRunning) await fleet('down')
  }
}
