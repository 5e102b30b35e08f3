import { runAndExit } from '../bench/clean-up.ts'
import { clockFailures, diskFailures, nameFailures, storeFailures } from './lib/machine-failures.ts'
import { fleetFailures } from './lib/fleet-failures.ts'
import { textOption } from './lib/options.ts'
import { inOwnMounts, powerMissing } from './lib/power.ts'

// Proof 3, infrastructure failures, while people write, read their own writes, and open photos: the store answers 500
// and 503, hangs, truncates, and loses responses; the disk is full; the clock jumps an hour; names don't resolve; and
// in a fleet the primary database dies, the replica stops replaying, PgBouncer restarts, NATS dies. `--only store`
// (disk, clock, names, fleet) runs one of them; `--seconds N` is the duration of each. Seen to fail by, in errors.ts:
// ENOTFOUND and EAI_AGAIN removed (wrong responses while names don't resolve), STORAGE_FULL emptied (disk),
// STORAGE_UNAVAILABLE removed (a store that truncates or loses responses), and the codes of an unavailable database
// removed (PgBouncer, the primary). The clock, the lagging replica, and NATS have not been seen to fail yet.

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
