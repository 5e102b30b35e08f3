import type { Urls } from '../platform/embedded-postgres/index.ts'
import type { Log } from '../platform/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { isEmptyDatabase, loadTables, type Sums, Snapshot } from './copy-rows.ts'
import { makeJobTables } from './make-job-tables.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Steps } from './migrations/steps.ts'
import { requireKnownSteps } from './refuse-other-versions.ts'

/**
 * Copies our tables to an empty database of another version of PostgreSQL, and compares both: migrations, tables,
 * sequences, and each table's number of rows and checksum. Returns what was copied.
 * @throws StartRefused if the copy differs, or if there are tables that aren't ours
 */
export async function transferDatabase(from: Urls, to: Urls, log: Log): Promise<string> {
  // The first start was interrupted before it created tables.
  if (await isEmptyDatabase(from.url)) return 'a database without tables'
  const old = await takeSnapshot(from.url, to.url, log)
  try {
    await loadTables(to.url, old.facts, async (table) => old.read(table))
    const copy = await Snapshot.take(to.url, { withRecords: true })
    try {
      return await compare(old, copy)
    } finally {
      await copy.close()
    }
  } finally {
    await old.close()
  }
}

/** Creates the tables of the old database in the new one, and returns a snapshot of the old one. */
async function takeSnapshot(from: string, to: string, log: Log): Promise<Snapshot> {
  const first = await Snapshot.take(from, { withRecords: true })
  try {
    const { steps, jobs_version } = first.facts
    const others = await first.otherTables()
    if (others.length > 0)
      throw new StartRefused(
        `It has tables that aren't Nollie's (${others.join(', ')}), which would be lost. Move them to another database.`,
      )
    requireKnownSteps(steps, migrations, 'database')
    await migrate(to, pickSteps(steps))
    if (jobs_version === null || (await makeJobTables(to, log)) === jobs_version) return first
  } catch (error) {
    await first.close()
    throw error
  }
  await first.close()
  // An earlier release made the queue's tables. Every start of a later one updates them.
  await makeJobTables(from, log)
  return Snapshot.take(from, { withRecords: true })
}

function pickSteps(names: readonly string[]): Steps {
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
}

async function compare(old: Snapshot, copy: Snapshot): Promise<string> {
  if (JSON.stringify(old.facts) !== JSON.stringify(copy.facts))
    throw new StartRefused('The copy has other tables or sequences.')
  let rows = 0
  for (const table of old.facts.tables) {
    const [expected, found]: Sums[] = [await old.sum(table), await copy.sum(table)]
    if (expected?.rows !== found?.rows || expected?.checksum !== found?.checksum)
      throw new StartRefused(
        `The copy of ${table.table} has ${found?.rows} rows instead of ${expected?.rows}, or they differ.`,
      )
    rows += Number(expected?.rows)
  }
  return `${rows} rows of ${old.facts.tables.length} tables`
}
