import { runAndExit } from '../bench/clean-up.ts'
import { hitsUnderLoad, reportHits } from './lib/kill-cycles.ts'
import { fleetMissing, startFleet } from './lib/fleet.ts'
import { runFolder, startMachine } from './lib/machine.ts'
import { option, seed, textOption } from './lib/options.ts'
import { report, seeded } from './lib/report.ts'
import { join } from 'node:path'

// Proof 1, kills: `kill -9` on the server, worker, and database at random moments while people sign up, upload, share
// spots, discuss, comment, like, send messages, and delete. Runs `--cycles N` on one machine, then on a fleet (`--where
// machine` or `--where fleet` runs only one, `--people N`). Seen to fail by: `idempotent.ts` not storing or reading
// keys (written twice, in 9 cycles), and errors.ts without the database client's connection errors (unexplained 5xx
// responses).

const cycles = option('--cycles', { whole: 200, short: 3 })
const people = option('--people', { whole: 6, short: 2 })
const pauseMs = option('--pause', { whole: 1500, short: 300 })
const where = textOption('--where')
console.log(`${cycles} cycles, ${people} people, seed ${seed}`)

async function prove(what: string, site: Parameters<typeof hitsUnderLoad>[0]) {
  const hits = await hitsUnderLoad(site, { cycles, people, pauseMs, random: seeded(seed) })
  report({ what: `${what}: kills`, figure: String(cycles), goal: '200 in the whole form', isMet: true })
  await reportHits(site, hits, { what, backMs: 5_000, areErrorsAllowed: false })
}

await runAndExit(async () => {
  if (where !== 'fleet') await prove('machine', await startMachine(join(runFolder('kills'), 'data')))
  const missing = fleetMissing()
  if (where !== 'machine' && missing) console.log(`  fleet: skipped, ${missing}`)
  else if (where !== 'machine') await prove('fleet', await startFleet())
})
