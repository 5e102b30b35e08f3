import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAndExit } from '../bench/clean-up.ts'
import { reportTrouble } from './lib/failures.ts'
import { killPostgres, killPrimary, killProgram, makePlace } from './lib/fleet-failures.ts'
import { type Fleet, fleetMissing, startFleet } from './lib/fleet.ts'
import { isShort } from './lib/options.ts'
import { report } from './lib/report.ts'

// Proof 16, the fleet of deploy/fleet.sh, as root. It comes up with one command below a folder that only root may
// enter. Each program is killed in turn while people write, the primary three times, and no acknowledged write is lost.
// The map's journeys pass (not in the short form), and `down` leaves no process behind. `--people N` write; `--seconds
// N` is each program's downtime. Not seen to fail by a mutation yet, but it found a failover of 16.5 s (before ttl in
// fleet-settings.sh was 7), and Swift servers left running by `down`.

const ROOT = join(import.meta.dirname, '../../..')
const PARTS = ['etcd', 'haproxy', 'pgbouncer', 'nats', 's3', 'mail', 'web-1', 'web-2', 'worker-1', 'worker-2']
const PRIMARY_KILLS = 3

/** Lists the command lines of running processes that mention the folder. */
function listProcesses(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })
    .filter((line) => line.includes(folder))
}

function walkMap(fleet: Fleet): Promise<number | null> {
  return new Promise((resolve) => {
    spawn('npm', ['run', 'test:e2e', '--', 'map'], {
      cwd: ROOT,
      env: { ...fleet.env, FLEET: fleet.folder },
      stdio: 'inherit',
    }).once('close', resolve)
  })
}

async function killEach(fleet: Fleet): Promise<void> {
  const place = await makePlace(fleet)
  for (const name of PARTS) {
    await reportTrouble(place, killProgram(fleet, name))
    await fleet.up()
  }
  for (const kill of [...Array<typeof killPrimary>(PRIMARY_KILLS).fill(killPrimary), killPostgres]) {
    await reportTrouble(place, kill(fleet))
    await fleet.up()
  }
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
