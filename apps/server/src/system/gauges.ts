import { measureDisk } from '../platform/files/index.ts'
import { selectBackupRecords } from '../db/backup-records.ts'
import { countConnections, type Db } from '../db/open.ts'
import type { Gauge, Reading } from '../platform/telemetry/index.ts'
import { selectJobCounts, selectMediaQueue, selectMediaTotals, selectTableSizes } from './health.queries.ts'

export type GaugeDeps = {
  db: Db
  dataDir: string
  version: string
  /** Returns the number of this process's open streams. */
  streams: () => number
}

/**
 * Each value is read at most this often, because several gauges read the same rows and there may be several collectors.
 */
const FRESH_MS = 2_000
const SIZES_FRESH_MS = 30_000

function recently<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined
  return () => {
    if (last && performance.now() - last.at < ms) return last.value
    const value = read()
    last = { at: performance.now(), value }
    value.catch(() => (last = undefined))
    return value
  }
}

function queueGauges(db: Db): Gauge[] {
  const counts = recently(FRESH_MS, () => selectJobCounts(db))
  const media = recently(FRESH_MS, () => selectMediaQueue(db))
  const states = ['waiting', 'active', 'retrying', 'failed'] as const
  return [
    {
      name: 'nollie_jobs',
      help: 'Background jobs of all processes, by kind and state.',
      labels: ['kind', 'state'],
      read: async () =>
        (await counts()).flatMap((row) =>
          states.map((state) => [{ kind: row.kind, state }, row[state]] as const),
        ),
    },
    {
      name: 'nollie_job_oldest_seconds',
      help: 'How long the oldest due job of each kind has waited, in seconds.',
      labels: ['kind'],
      read: async () => (await counts()).map(({ kind, oldest_seconds }) => [{ kind }, oldest_seconds ?? 0]),
    },
    {
      name: 'nollie_media_waiting',
      help: 'Photos and videos waiting to be processed.',
      read: async () => (await media()).waiting,
    },
    {
      name: 'nollie_media_oldest_seconds',
      help: 'How long the oldest photo or video has waited to be processed, in seconds.',
      read: async () => (await media()).oldest_seconds ?? 0,
    },
  ]
}

function storageGauges({ db, dataDir }: GaugeDeps): Gauge[] {
  const disk = recently(FRESH_MS, () => measureDisk(dataDir))
  const totals = recently(SIZES_FRESH_MS, () => selectMediaTotals(db))
  const tables = recently(SIZES_FRESH_MS, () => selectTableSizes(db))
  const backups = recently(FRESH_MS, () => selectBackupRecords(db))
  const ofTables = async (key: 'bytes' | 'rows'): Promise<Reading> =>
    (await tables()).map((row) => [{ table: row.name }, row[key]])
  return [
    {
      name: 'nollie_disk_free_bytes',
      help: 'Free bytes on the disk of the data directory.',
      read: async () => (await disk()).free,
    },
    {
      name: 'nollie_disk_bytes',
      help: 'Size of the disk of the data directory in bytes.',
      read: async () => (await disk()).size,
    },
    {
      name: 'nollie_media_bytes',
      help: 'Total size of processed photos and videos in bytes.',
      read: async () => (await totals()).bytes,
    },
    {
      name: 'nollie_table_bytes',
      help: 'Size of each table with its indexes in bytes.',
      labels: ['table'],
      read: () => ofTables('bytes'),
    },
    {
      name: 'nollie_table_rows',
      help: 'Estimated number of rows in each table.',
      labels: ['table'],
      read: () => ofTables('rows'),
    },
    {
      name: 'nollie_backup_timestamp_seconds',
      help: 'Unix time of the last successful backup and restore, or 0 for never.',
      labels: ['kind'],
      read: async () => {
        const records = await backups()
        const at = (kind: 'backup' | 'restore') => {
          const record = records[kind]
          return record ? Date.parse(record.at) / 1000 : 0
        }
        return [[{ kind: 'backup' }, at('backup')] as const, [{ kind: 'restore' }, at('restore')] as const]
      },
    },
  ]
}

/** Builds gauges for the server's state, which metrics read on every scrape. */
export function serverGauges(deps: GaugeDeps): Gauge[] {
  return [
    {
      name: 'nollie_info',
      help: 'Version of the running server.',
      labels: ['version'],
      read: () => [[{ version: deps.version }, 1]],
    },
    { name: 'nollie_streams', help: 'Open live event streams.', read: deps.streams },
    {
      name: 'nollie_database_connections',
      help: 'Database connections of this process, and requests waiting for one.',
      labels: ['state'],
      read: () => Object.entries(countConnections(deps.db)).map(([state, count]) => [{ state }, count]),
    },
    ...queueGauges(deps.db),
    ...storageGauges(deps),
  ]
}
