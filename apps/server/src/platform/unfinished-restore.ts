import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from './start-refused.ts'

/** The file that stands in a data directory while a backup is restored into it. */
export const unfinishedRestore = (dataDir: string): string => join(dataDir, 'restore-unfinished')

/** @throws StartRefused where a restore is under way or was cut off: half of the data is worse than none */
export const refuseUnfinishedRestore = (dataDir: string): void => {
  if (existsSync(unfinishedRestore(dataDir)))
    throw new StartRefused(
      `A restore into ${dataDir} is under way or was cut off. If none is running, empty the folder and restore again.`,
    )
}
