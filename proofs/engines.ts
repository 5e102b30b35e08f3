import { runAndExit } from '../bench/clean-up.ts'
import { clockFailures, diskFailures, nameFailures, storeFailures } from './lib/machine-failures.ts'
import { fleetFailures } from './lib/fleet-failures.ts'
import { textOption } from './lib/options.ts'
import { inOwnMounts, powerMissing } from './lib/power.ts'

// Proof 3, failures of the engines, while people write, read what they wrote and look at pictures: the store answers 500
// and 503, hangs, cuts, loses answers; the disk is full; the clock jumps an hour; names are not resolved; and in a
// fleet the primary database dies, the replica stands still, PgBouncer restarts, NATS dies. `--only store` (disk, clock,
// names, fleet) does one of them; `--seconds N` is how long each lasts.
// Seen to fail by, in errors.ts: ENOTFOUND and EAI_AGAIN removed (wrong answers while names are not resolved), STORAGE_FULL
// emptied (disk), STORAGE_UNAVAILABLE removed (a store that cuts or loses answers), and the codes of a database that goes
// away removed (PgBouncer, the primary). The clock, the lagging replica and NATS have not been seen to fail yet.

const PARTS = {
  store: storeFailures,
  disk: diskFailures,
  clock: clockFailures,
  names: nameFailures,
  fleet: fleetFailures,
}

const only = textOption('--only')
const missing = powerMissing()
if (missing || inOwnMounts(import.meta.filename)) {
  await runAndExit(async () => {
    for (const [name, part] of Object.entries(PARTS)) if (!only || only === name) await part(missing)
  })
}
