import type { Db } from './open.ts'
import { openDatabase } from './open.ts'

/** The last successful backup or restore. */
export type BackupRecord = { at: string; files: number; bytes: number }

type Kind = 'backup' | 'restore'

/** Records a backup of the database at `url`, or a restore into it. */
export async function recordBackup(url: string, kind: Kind, sums: Omit<BackupRecord, 'at'>): Promise<void> {
  const db = openDatabase(url, { max: 1 })
  try {
    const { files, bytes } = sums
    await db
      .insertInto('backup_records')
      .values({ kind, files, bytes })
      .onConflict((conflict) =>
        conflict.column('kind').doUpdateSet({ files, bytes, finished_at: new Date().toISOString() }),
      )
      .execute()
  } finally {
    await db.destroy()
  }
}

/** Returns the last backup and the last restore; null if there was none. */
export async function selectBackupRecords(db: Db): Promise<Record<Kind, BackupRecord | null>> {
  const rows = await db
    .selectFrom('backup_records')
    .select(['kind', 'finished_at', 'files', 'bytes'])
    .execute()
  const last = (kind: Kind): BackupRecord | null => {
    const row = rows.find((one) => one.kind === kind)
    return row ? { at: row.finished_at, files: row.files, bytes: row.bytes } : null
  }
  return { backup: last('backup'), restore: last('restore') }
}
