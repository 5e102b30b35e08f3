import { runAndExit } from '../bench/clean-up.ts'
import { clockFailures, diskFailures, nameFailures, storeFailures } from './lib/machine-failures.ts'
import { fleetFailures } from './lib/fleet-failures.ts'
import { textOption } from './lib/options.ts'
import { inOwnMounts, powerMissing } from './lib/power.ts'

// Proof 3, infrastructure failures, while people write, read their own writes, and open photos. The store answers 500
// and 503, hangs, truncates, and loses responses; the disk is full; the clock jumps an hour; names don't resolve. In a
// fleet, the primary database dies, the replica stops replaying, PgBouncer restarts, and NATS dies. `--only store`
// (disk, clock, names, fleet) runs one part; `--seconds N` is each failure's duration. Seen to fail by these changes in
// errors.ts: without ENOTFOUND and EAI_AGAIN (wrong responses while names don't resolve), STORAGE_FULL (disk),
// STORAGE_UNAVAILABLE (a store that truncates or loses responses), and an unavailable database's codes (PgBouncer,
// primary). Not seen to fail yet: the clock, the lagging replica, and NATS.

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
