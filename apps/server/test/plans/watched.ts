import { Kysely, PostgresDialect } from 'kysely'
import { openPool } from '../../src/db/pool.ts'
import type { Tables } from '../../src/db/tables.ts'
import { type TestDatabase, testDatabase } from '../world/database.ts'

/** A step in a plan from EXPLAIN (ANALYZE, FORMAT JSON). */
export type Step = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  'Sort Method'?: string
  Plans?: Step[]
}

/** A statement that was executed, and its plan. */
export type Executed = { 'Query Text': string; Plan: Step }

export type WatchedDatabase = TestDatabase & {
  /** Returns the statements executed since the previous call. */
  executed: () => Executed[]
}

// `auto_explain` comes with PostgreSQL. It logs the plan of every statement, including prepared ones.
const WATCH = `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
  set auto_explain.log_timing = off; set auto_explain.log_format = json;
  set auto_explain.log_level = notice`

/** Creates a database whose pool reports every statement's plan. */
export async function watchedDatabase(): Promise<WatchedDatabase> {
  const database = await testDatabase()
  await database.db.destroy()
  let seen: Executed[] = []
  const pool = openPool(database.url, { max: 2, statementTimeoutMs: 0 })
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const json = /^duration: [\d.]+ ms {2}plan:\n(.*)$/s.exec(message)?.[1]
      if (json) seen.push(JSON.parse(json) as Executed)
    })
    void client.query(WATCH)
  })
  return {
    ...database,
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    executed: () => {
      const all = seen
      seen = []
      return all
    },
    close: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

function listSteps(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(listSteps)]
}

function countRows(step: Step): number {
  return (
    (step['Actual Rows'] +
      (step['Rows Removed by Filter'] ?? 0) +
      (step['Rows Removed by Index Recheck'] ?? 0) +
      (step['Rows Removed by Join Filter'] ?? 0)) *
    step['Actual Loops']
  )
}

/** Whether a statement reads or writes rows. A function call alone doesn't count. */
export function isOfRows({ Plan }: Executed): boolean {
  return listSteps(Plan).some((step) => / Scan$|^ModifyTable$/.test(step['Node Type']))
}

/** Returns how many rows a statement read from tables and indexes, plus the rows that its joins compared. */
export function rowsTouched({ Plan }: Executed): number {
  return listSteps(Plan)
    .filter((step) => / Scan$/.test(step['Node Type']) || step['Rows Removed by Join Filter'])
    .reduce((sum, step) => sum + countRows(step), 0)
}

/** Returns the tables that a statement read in full. */
export function readWhole({ Plan }: Executed): string[] {
  return listSteps(Plan).flatMap((step) =>
    step['Node Type'] === 'Seq Scan' && step['Actual Loops'] > 0 ? [step['Relation Name'] ?? ''] : [],
  )
}

/** Returns the largest number of rows that a statement sorted in one step. */
export function maxSorted({ Plan }: Executed): number {
  return Math.max(
    0,
    ...listSteps(Plan)
      .filter((step) => step['Node Type'] === 'Sort')
      .flatMap((step) => (step.Plans ?? []).map((input) => input['Actual Rows'])),
  )
}
