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
}

/** Returns the newest file. */
export function findFile(db: Db): Promise<StoredFile | undefined> {
  return db
    .selectFrom('open_data_files')
    .select(['id', 'license', 'spots', 'bytes', 'sources', 'made_at'])
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Seconds within which a withdrawn spot leaves all addresses of the open data: caches of pages and maps, and the file.
 */
export const WITHDRAWN_WITHIN_SECONDS = 300

/** Whether the newest file still has a spot that should have left it by now. */
export async function isOutdated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_outdated: boolean }>`
    select exists (select from spot_withdrawals
      where queued_at < now() - make_interval(secs => ${WITHDRAWN_WITHIN_SECONDS})) as is_outdated`.execute(
    db,
  )
  return rows[0]?.is_outdated ?? false
}

/** Maximum number of withdrawals that one file takes into account. The next file handles the rest. */
const WITHDRAWALS_MAX = 100_000

/**
 * The state at the start of reading a file's spots: the database's time, and the withdrawals that the spots already
 * reflect.
 */
export type ReadingStart = { madeAt: Date; withdrawals: number[] }

/**
 * Returns the state at the start of reading a file's spots. Later withdrawals make the file due again, whenever they
 * commit.
 */
export async function beginReading(db: Db): Promise<ReadingStart> {
  const { rows } = await sql<{ now: string; withdrawals: number[] }>`
    select now()::timestamptz(3) as now, (select coalesce(json_agg(id), '[]') from (
      select id from spot_withdrawals order by id limit ${WITHDRAWALS_MAX}) w) as withdrawals`.execute(db)
  return { madeAt: new Date(rows[0]?.now ?? 0), withdrawals: rows[0]?.withdrawals ?? [] }
}

/**
 * Replaces the file `previous` (null if there was none) with a newer one, which reflects these withdrawals. Returns
 * false if another process replaced it in the meantime, because its file may reflect later withdrawals.
 */
export async function replaceFile(
  tx: Tx,
  previous: string | null,
  file: StoredFile,
  withdrawals: readonly number[],
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('open data file', 0))`.execute(tx)
  if (((await findFile(tx))?.id ?? null) !== previous) return false
  await tx.deleteFrom('open_data_files').execute()
  await tx
    .insertInto('open_data_files')
    .values({ ...file, sources: JSON.stringify(file.sources) })
    .execute()
  await sql`delete from spot_withdrawals where id = any (${withdrawals}::bigint[])`.execute(tx)
  return true
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
