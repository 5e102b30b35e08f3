import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from './start-refused.ts'

/** Returns the path of the file that marks a data directory while a backup is restored into it. */
export function unfinishedRestore(dataDir: string): string {
  return join(dataDir, 'restore-unfinished')
}

/** Returns the path of the file that marks a data directory while its database is replaced by an earlier state. */
export function interruptedRestore(dataDir: string): string {
  return join(dataDir, 'restore-at-unfinished')
}

/** @throws StartRefused during a restore or after an interrupted one, because half of the data is worse than none */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(unfinishedRestore(dataDir)))
    throw new StartRefused(
      `A restore to ${dataDir} is running or was interrupted. If none is running, empty the folder and restore again.`,
    )
  if (existsSync(interruptedRestore(dataDir)))
    throw new StartRefused(
      `A restore of ${dataDir} to an earlier time was interrupted. Run the same npm run restore -- --at again.`,
    )
}
