import { type Kysely, sql } from 'kysely'

// qk is the 52-bit Morton code of web-mercator x, y at 26 bits each: one btree answers every viewport. cells counts
// spots per tile-quarter and kind (type 0 = all); spot_changes is the queue a fold empties into cells (docs/decisions).
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table spots add column qk bigint;
  `)
    .execute(db)
}
