import type { MemberLicense, OpenDataSource } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

/** The file with all open data. */
export type StoredFile = {
  id: string
  license: MemberLicense | null
  spots: number
  bytes: number
  sources: OpenDataSource[]
  made_at: string
  /** How many spots had been deleted for good when reading began. */
  removals: number
}

/** Returns the newest file. */
export function findFile(db: Db): Promise<StoredFile | undefined> {
  return db
    .selectFrom('open_data_files')
    .select(['id', 'license', 'spots', 'bytes', 'sources', 'made_at', 'removals'])
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the database's time and its count of removed spots, which later changes are compared with. */
export async function readClock(db: Db): Promise<{ now: Date; removals: number }> {
  const { rows } = await sql<{ now: string; removals: number }>`
    select now()::timestamptz(3) as now, last_value + is_called::int as removals from spot_removals`.execute(
    db,
  )
  return { now: new Date(rows[0]?.now ?? 0), removals: rows[0]?.removals ?? 0 }
}

/** Replaces the file with a newer one. */
export async function replaceFile(tx: Tx, file: StoredFile): Promise<void> {
  await tx
    .insertInto('open_data_files')
    .values({ ...file, sources: JSON.stringify(file.sources) })
    .execute()
  await tx.deleteFrom('open_data_files').where('id', '<>', file.id).execute()
}

/** Returns the ids of all files that have a row. */
export async function selectFileIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('open_data_files').select('id').execute()
  return rows.map(({ id }) => id)
}

/** Stores the license that the operator chose, unless one was chosen before. Returns the one that applies. */
export async function rememberLicense(db: Db, license: MemberLicense): Promise<MemberLicense> {
  await sql`insert into member_license (license) values (${license}) on conflict do nothing`.execute(db)
  const { license: chosen } = await db
    .selectFrom('member_license')
    .select('license')
    .executeTakeFirstOrThrow()
  return chosen
}
