import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration; with `batch`, also one that changes rows in batches, each committed, before it is marked as done. */
export type Step = Migration & {
  /** Changes a bounded number of rows that are not changed yet; returns how many. */
  batch?: (db: Kysely<unknown>) => Promise<number>
}
/** Migrations by name, in order. */
export type Steps = Record<string, Step>
