import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './open.ts'
import type { TableName } from './table-name.ts'

/** A moved row, identified by id or owner; `was` has any other data needed to move it back. */
export type Moved = { row_id: string; user_id?: string | null; was?: Record<string, unknown> | null }

/** The spot being merged, and the one that remains. */
export type Sides = { from: string; into: string }

/** Moves rows of one kind from one spot to another, and back. The caller has already locked both spots. */
export type SpotMover = {
  kind: string
  /** Moves the rows that the remaining spot doesn't have yet, and returns them. Existing rows stay. */
  take: (tx: Tx, sides: Sides) => Promise<Moved[]>
  /** Moves the rows back, if they still exist. */
  giveBack: (tx: Tx, sides: Sides, moved: readonly Moved[]) => Promise<void>
}

/**
 * Creates a {@link SpotMover} for a table in which each owner has a spot at most once. `owner` is the column with the
 * owner's id, and `person` is SQL for the person who owns the row `held`. If an owner has both spots, only the
 * remaining one is left.
 */
export function moverByOwner(
  kind: string,
  table: TableName,
  { owner, person }: { owner: string; person: RawBuilder<string> },
): SpotMover {
  const of = sql.ref(`held.${owner}`)
  const lacks = (spot: string) => sql`not exists (
    select from ${sql.table(table)} same where ${sql.ref(`same.${owner}`)} = ${of} and same.spot_id = ${spot})`
  return {
    kind,
    take: async (tx, { from, into }) => {
      const { rows } = await sql<Moved>`
        update ${sql.table(table)} as held set spot_id = ${into} where held.spot_id = ${from} and ${lacks(into)}
        returning ${of} as row_id, ${person} as user_id`.execute(tx)
      return rows
    },
    giveBack: async (tx, { from, into }, moved) => {
      await sql`
        update ${sql.table(table)} as held set spot_id = ${from}
        where held.spot_id = ${into} and ${of} = any (${moved.map(({ row_id }) => row_id)}::uuid[])
          and ${lacks(from)}`.execute(tx)
    },
  }
}

/** Creates a {@link SpotMover} for a table with the columns `id` and `spot_id` and no duplicates. */
export function createMover(kind: string, table: TableName, which = 'true'): SpotMover {
  return {
    kind,
    take: async (tx, { from, into }) => {
      const { rows } = await sql<Moved>`
      update ${sql.table(table)} set spot_id = ${into} where spot_id = ${from} and ${sql.raw(which)}
      returning id as row_id`.execute(tx)
      return rows
    },
    giveBack: async (tx, { from, into }, moved) => {
      await sql`
      update ${sql.table(table)} set spot_id = ${from}
      where spot_id = ${into} and id = any (${moved.map(({ row_id }) => row_id)}::uuid[])`.execute(tx)
    },
  }
}
