import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import type { Tables } from '../../src/db/tables.ts'
import { newKey } from '../../src/modules/media/file-keys.ts'

/** A processed photo: its row, and its files by name. */
export type ProcessedPhoto = { row: Selectable<Tables['media']>; files: Map<string, Buffer> }

function buildFolderPath(dataDir: string, key: string) {
  return join(dataDir, 'media', key.slice(0, 2), key)
}

/** Reads a processed photo from the database and the data directory. Null until its largest variant exists. */
export async function readPhoto(db: Db, dataDir: string, id: string): Promise<ProcessedPhoto | null> {
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (row.status !== 'ready' || row.largest_pending || row.key === null) return null
  const folder = buildFolderPath(dataDir, row.key)
  const names = await readdir(folder)
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name))] as const),
  )
  return { row, files: new Map(files) }
}

/** Inserts a copy of a processed photo for a person, as if it had been uploaded and processed again. Returns its id. */
export async function insertPhoto(
  db: Db,
  dataDir: string,
  { row, files }: ProcessedPhoto,
  owner_id: string,
): Promise<string> {
  const [id, key, now] = [uuid(), newKey(), new Date()]
  const folder = buildFolderPath(dataDir, key)
  await mkdir(folder, { recursive: true })
  for (const [name, content] of files) await writeFile(join(folder, name), content)
  await db
    .insertInto('media')
    .values({
      ...row,
      id,
      key,
      owner_id,
      attached_at: null,
      unwanted_since: null,
      due_at: now,
      created_at: now,
      updated_at: now,
      // If photos looked alike, their spots would count as duplicates.
      picture_hash: String(randomBytes(8).readBigInt64BE()),
    })
    .execute()
  return id
}
