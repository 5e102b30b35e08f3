import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration. `batch` changes rows in separately committed batches before it's marked as done. */
export type Step = Migration & {
  /** Changes a bounded number of remaining rows; returns how many. */
  batch?: (db: Kysely<unknown>) => Promise<number>
}
/** Migrations by name, in order. */
export type Steps = Record<string, Step>
