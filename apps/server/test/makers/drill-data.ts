import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import { insertMember } from './member-rows.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

function newKey() {
  return Array.from(randomBytes(26), (byte) => LETTERS[byte % 32]).join('')
}

/** Adds this many processed photos of the given size, with random content. Returns their keys. */
export async function addPhotos(db: Db, dataDir: string, count: number, bytes: number): Promise<string[]> {
  const owner_id = await insertMember(db, {
    username: `skater${randomBytes(4).toString('hex')}`,
    email: `${randomBytes(6).toString('hex')}@skaters.example`,
    password: 'nollie-heelflip-1992',
  })
  const keys = Array.from({ length: count }, newKey)
  for (const key of keys) {
    const folder = join(dataDir, 'media', key.slice(0, 2), key)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '400.webp'), randomBytes(Math.ceil(bytes / 4)))
    writeFileSync(join(folder, '1024.webp'), randomBytes(Math.floor((bytes * 3) / 4)))
    await db
      .insertInto('media')
      .values({
        id: uuid(),
        owner_id,
        type: 'image',
        status: 'ready',
        key,
        bytes,
        stored_bytes: bytes,
        width: 1024,
        height: 768,
        thumbhash: 'AAAA',
      })
      .execute()
  }
  return keys
}

/** Deletes a photo's row and files, as if its owner had deleted it. */
export async function deletePhoto(db: Db, dataDir: string, key: string): Promise<void> {
  await db.deleteFrom('media').where('key', '=', key).execute()
  rmSync(join(dataDir, 'media', key.slice(0, 2), key), { recursive: true })
}

/** Rows per statement. On a busy machine, more would exceed the statement timeout. */
const BATCH = 20_000

/** Adds rows with about this many bytes in total. */
export async function addRows(db: Db, bytes: number): Promise<void> {
  for (let rows = Math.ceil(bytes / 100); rows > 0; rows -= BATCH)
    await sql`insert into imported_rows (key, row_id)
      select gen_random_uuid(), gen_random_uuid() from generate_series(1, ${Math.min(rows, BATCH)}::int)`.execute(
      db,
    )
}

/** Hashes every row in every table, except those about this installation, which aren't part of a backup. */
export async function digestOfRows(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname = 'public' and c.relname <> 'backup_records' order by 1`,
    )
    const hash = createHash('sha256')
    for (const { name } of rows) {
      const found = await client.query<{ sums: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sums from ${name} t`,
      )
      hash.update(`${name} ${found.rows[0]?.sums}\n`)
    }
    return hash.digest('hex')
  } finally {
    await client.end()
  }
}

/** Hashes the files for these keys. Throws if one is missing. */
export function digestOfPhotos(dataDir: string, keys: readonly string[]): string {
  const hash = createHash('sha256')
  for (const key of keys.toSorted()) {
    const folder = join(dataDir, 'media', key.slice(0, 2), key)
    for (const file of readdirSync(folder).toSorted())
      hash.update(file).update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex')
}
