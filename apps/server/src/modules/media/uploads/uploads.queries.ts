import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'

/** A stored part of an upload: `bytes` bytes from offset `start`, in the file `file` under the upload's key. */
export type UploadPart = { start: number; bytes: number; file: string }

const arrived = sql<number>`coalesce((
  select max(start + bytes) from upload_parts p where p.media_id = media.id), 0)::bigint`

/** Finds an unfinished upload with its length and the number of bytes that have arrived. */
export function findUpload(
  db: Db,
  id: string,
): Promise<(Pick<Tables['media'], 'type' | 'bytes'> & { arrived: number; created_at: string }) | undefined> {
  return db
    .selectFrom('media')
    .select(['type', 'bytes', 'created_at', arrived.as('arrived')])
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .executeTakeFirst()
}

/** Returns an upload's parts in order. */
export function selectParts(db: Db, media_id: string): Promise<UploadPart[]> {
  return db
    .selectFrom('upload_parts')
    .select(['start', 'bytes', 'file'])
    .where('media_id', '=', media_id)
    .orderBy('start')
    .execute()
}

/**
 * Adds a stored part if it starts where the upload ends. Of two concurrent calls, only one succeeds.
 * @returns false if the upload has continued in the meantime, is complete, or doesn't exist
 */
export function addPart(db: Db, media_id: string, part: UploadPart): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const upload = await tx
      .selectFrom('media')
      .select(['bytes'])
      .where('id', '=', media_id)
      .where('status', '=', 'uploading')
      .forUpdate()
      .executeTakeFirst()
    const at = await findUpload(tx, media_id)
    if (!upload || at?.arrived !== part.start || part.start + part.bytes > upload.bytes) return false
    await insertPart(tx, media_id, part)
    return true
  })
}

/** Inserts a part without checks. */
export async function insertPart(tx: Tx, media_id: string, part: UploadPart): Promise<void> {
  await tx
    .insertInto('upload_parts')
    .values({ media_id, ...part })
    .execute()
}

/** Deletes the part rows of uploads. Remove their files afterward. */
export async function deleteParts(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('upload_parts').where('media_id', 'in', ids).execute()
}

/** Returns ids of uploads that are complete but unchecked, because their server died after the last byte. */
export async function findComplete(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('status', '=', 'uploading')
    .where(arrived, '=', sql.ref<number>('bytes'))
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns ids of items whose upload parts are no longer needed, but whose server died before deleting them. */
export async function findUnusedUploads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.media_id as id from upload_parts p join media m on m.id = p.media_id
    where m.status in ('ready', 'failed') and not m.largest_pending`.execute(db)
  return rows.map(({ id }) => id)
}
