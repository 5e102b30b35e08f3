import { type Kysely, sql } from 'kysely'

// What an import of another product's tables has brought: under a digest of where the row stood there, the row it is
// here. It stays when the row goes, so that a repeated import brings nothing twice and nothing back.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`create table imported_rows (key uuid primary key, row_id uuid not null)`.execute(db)
}
