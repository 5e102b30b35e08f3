import { recordBackup } from '../db/backup-records.ts'
import { makeJobTables } from '../db/make-job-tables.ts'
import { startDatabase } from '../db/start-database.ts'
import type { Storage } from '../platform/files/index.ts'
import type { Log } from '../platform/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import type { Manifest } from './manifest.ts'
import {
  openBackup,
  requireEmptyDatabase,
  requireEmptyStorage,
  restoreFiles,
  restoreRows,
  restoring,
} from './checked-backup.ts'

function sumBytes({ entries }: Manifest): number {
  return Object.values(entries).reduce((sum, { bytes }) => sum + bytes, 0)
}

async function requireJobTables(url: string, wanted: number, log: Log): Promise<void> {
  const version = await makeJobTables(url, log)
  if (version !== wanted)
    throw new StartRefused(
      `The backup has version ${wanted} of the job queue, but this version of Nollie uses ${version}. Restore it with the version that made it.`,
    )
}

type To = {
  dataDir: string
  openStorage: () => Promise<Storage>
  databaseUrl: string | null
  databaseDirectUrl?: string | null
}

/** Restores a backup file into an empty data directory, storage, and database. */
export async function restoreFile(
  to: To,
  file: string,
  log: Log,
): Promise<{ manifest: Manifest; files: number; where: string }> {
  const { dataDir, databaseUrl } = to
  if (databaseUrl) await requireEmptyDatabase(databaseUrl)
  const checked = await openBackup(file)
  // Opening the storage creates folders, so this is done only after checking the backup.
  const storage = await to.openStorage()
  try {
    await requireEmptyStorage(storage)
    const { jobs_version } = checked.manifest
    const steps = checked.steps()
    return await restoring({ dataDir, storage }, async () => {
      const files = await restoreFiles(checked, { dataDir, storage })
      const { url, stop } = await startDatabase(to, log, { steps })
      try {
        if (jobs_version !== null) await requireJobTables(url, jobs_version, log)
        await restoreRows(checked, url)
        await recordBackup(url, 'restore', { files, bytes: sumBytes(checked.manifest) })
      } finally {
        await stop()
      }
      return { manifest: checked.manifest, files, where: storage.where }
    })
  } finally {
    storage.close()
    checked.close()
  }
}
