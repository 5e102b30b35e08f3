import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAndExit } from '../bench/clean-up.ts'
import { reportTrouble } from './lib/failures.ts'
import { killPrimary, killProgram, makePlace } from './lib/fleet-failures.ts'
import { type Fleet, fleetMissing, startFleet } from './lib/fleet.ts'
import { isShort } from './lib/options.ts'
import { report } from './lib/report.ts'

// Proof 16, the fleet of deploy/fleet.sh, as root: comes up in one command below a folder that only root may enter; each
// program is killed in turn while people write, and no acknowledged write is lost; the journeys of the map pass on it
// (not in the short form); `down` leaves no process. `--people N` write, `--seconds N` is how long each program is away.
// Not seen to fail by a mutation yet. Before ttl of fleet-settings.sh was 7, a failover took 16.5 s, and `down` left Swift's
// servers.

const ROOT = join(import.meta.dirname, '..')
const PARTS = ['etcd', 'haproxy', 'pgbouncer', 'nats', 's3', 'mail', 'web-1', 'web-2', 'worker-1', 'worker-2']

/** Command lines of running processes that name the folder. */
const listProcesses = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })
    .filter((line) => line.includes(folder))

const walkMap = (fleet: Fleet): Promise<number | null> =>
  new Promise((resolve) => {
    spawn('npm', ['run', 'test:e2e', '--', 'map'], {
      cwd: ROOT,
      env: { ...fleet.env, FLEET: fleet.folder },
      stdio: 'inherit',
    }).once('close', resolve)
  })

const killEach = async (fleet: Fleet): Promise<void> => {
  const place = await makePlace(fleet)
  for (const name of PARTS) {
    await reportTrouble(place, killProgram(fleet, name))
    await fleet.up()
  }
  await reportTrouble(place, killPrimary(fleet))
  await fleet.up()
  const replica = (await fleet.primary()) === 'database-a' ? 'database-b' : 'database-a'
  await reportTrouble(place, { ...killProgram(fleet, replica), name: 'the replica dies' })
  await fleet.up()
}

await runAndExit(async () => {
  const missing = process.getuid?.() === 0 ? fleetMissing() : 'only root can start it for another user'
  if (missing) return console.log(`  fleet: skipped, ${missing}`)
  const begun = performance.now()
  const fleet = await startFleet()
  const took = (performance.now() - begun) / 1000
  report({ what: 'up from an empty folder', figure: `${took.toFixed(0)} s`, goal: 'comes up', isMet: true })
  await killEach(fleet)
  if (!isShort) {
    const status = await walkMap(fleet)
    report({ what: 'journeys of the map', figure: `status ${status}`, goal: 'status 0', isMet: status === 0 })
  }
  await fleet.down()
  const left = listProcesses(fleet.folder)
  for (const line of left) console.log(`  ${line}`)
  report({ what: 'processes after down', figure: String(left.length), goal: '0', isMet: left.length === 0 })
})
