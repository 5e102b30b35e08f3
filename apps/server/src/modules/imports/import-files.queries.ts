import type { ImportFile, ImportPreview } from '@nollie/contract'
import { IMPORT_FILE_DAYS } from '@nollie/contract/imports/file-limits'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { TileBox } from './ask-overpass.ts'
import { toFileArea } from './import-areas.queries.ts'

/** The most files that a list shows. They expire, so there are few. */
const LISTED_MAX = 50

const COLUMNS = sql`
  f.id, f.name, f.bytes::float8 as bytes, f.arrived::float8 as arrived, f.state, f.read, f.round as version, f.problem, f.source,
  f.licence, f.url, f.preview, ${moment('f.created_at')} as created_at,
  ${moment(sql`(f.moved_at + make_interval(days => ${sql.lit(IMPORT_FILE_DAYS)}))`)} as expires_at`

/** Returns uploaded files without an import, newest first. */
export async function selectFiles(db: Db): Promise<ImportFile[]> {
  const { rows } = await sql<ImportFile>`
    select ${COLUMNS} from import_files f where f.area_id is null
    order by f.id desc limit ${sql.lit(LISTED_MAX)}`.execute(db)
  return rows
}

/** Returns an uploaded file. */
export async function findFile(db: Db, id: string): Promise<ImportFile | undefined> {
  const { rows } = await sql<ImportFile>`select ${COLUMNS} from import_files f where f.id = ${id}`.execute(db)
  return rows[0]
}

/** A file to upload. */
export type NewFile = { id: string; name: string; bytes: number; uploaded_by: string }

/** Inserts a file that has no bytes yet. */
export async function insertFile(db: Db, file: NewFile): Promise<void> {
  await db.insertInto('import_files').values(file).execute()
}

/** A file's row for its import and its reading. */
export type FileRow = {
  id: string
  name: string
  bytes: number
  arrived: number
  state: ImportFile['state']
  round: number
  source: string | null
  licence: string | null
  url: string | null
  box: TileBox | null
  file_hash: string | null
  parts: number | null
  area_id: string | null
  preview: ImportPreview | null
}

/** Returns a file's row; with `lock`, locks it until the end of the transaction. */
export async function findFileRow(
  db: Db,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select id, name, bytes::float8 as bytes, arrived::float8 as arrived, state, round, source, licence, url, box,
      file_hash, parts, area_id, preview
    from import_files where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** Stores that a file's bytes have arrived up to a position. */
export async function setArrived(tx: Tx, id: string, arrived: number): Promise<void> {
  await tx
    .updateTable('import_files')
    .set({ arrived, moved_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Begins to read a file from the start. Returns the number of this reading. */
export async function beginReading(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ round: number }>`
    update import_files set state = 'reading', round = round + 1, read = 0, problem = null, preview = null, moved_at = now()
    where id = ${id} returning round`.execute(tx)
  return rows[0]?.round ?? 0
}

/** Sets a file's source and license. */
export async function setFileSource(
  tx: Tx,
  id: string,
  { source, licence, url }: Record<'source' | 'licence' | 'url', string | null>,
): Promise<void> {
  await tx.updateTable('import_files').set({ source, licence, url }).where('id', '=', id).execute()
}

/** Identifies a reading of a file. */
export type Reading = { file_id: string; round: number }

/** Stores how many records a reading has read. Returns whether the reading is still wanted. */
export async function saveRead(db: Db, { file_id, round }: Reading, read: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_files set read = ${read}, moved_at = now()
    where id = ${file_id} and round = ${round} and state = 'reading'`.execute(db)
  return numAffectedRows === 1n
}

/** The result of reading a file. */
export type ReadFile = {
  preview: ImportPreview
  box: TileBox | null
  file_hash: string
  parts: number
  source: string | null
  licence: string | null
  url: string | null
}

/** Stores what a reading found, unless another reading has begun. */
export async function saveReady(
  db: Db,
  { file_id, round }: Reading,
  { preview, box, file_hash, parts, source, licence, url }: ReadFile,
): Promise<void> {
  await sql`
    update import_files set state = 'ready', preview = ${JSON.stringify(preview)}::jsonb,
      box = ${box && JSON.stringify(box)}::jsonb, file_hash = ${file_hash}, parts = ${parts}, source = ${source},
      licence = ${licence}, url = ${url}, read = ${preview.read}, moved_at = now()
    where id = ${file_id} and round = ${round} and state = 'reading'`.execute(db)
}

/** Stores that a file can't be imported, and why, unless another reading has begun. */
export async function saveRefused(
  db: Db,
  { file_id, round }: Reading,
  problem: string | null,
): Promise<void> {
  await sql`
    update import_files set state = 'refused', problem = ${problem?.slice(0, 500) ?? null}, moved_at = now()
    where id = ${file_id} and round = ${round} and state = 'reading'`.execute(db)
}

/** Stores a file's import. */
export async function setFileArea(tx: Tx, id: string, area_id: string): Promise<void> {
  await tx
    .updateTable('import_files')
    .set({ area_id, moved_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Postpones a file's expiry while its import works on it. */
export async function renewFile(db: Db, id: string): Promise<void> {
  await sql`update import_files set moved_at = now() where id = ${id}`.execute(db)
}

/** Returns files that have expired. */
export async function selectExpired(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from import_files where moved_at < now() - make_interval(days => ${sql.lit(IMPORT_FILE_DAYS)})
    limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes a file's row. */
export async function deleteFileRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_files').where('id', '=', id).execute()
}

/** Returns whether a file's import is in progress. */
export async function isImporting(db: Db, file_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('import_areas')
    .select('id')
    .where('area', '=', toFileArea(file_id))
    .where('state', '=', 'running')
    .executeTakeFirst()
  return row !== undefined
}
