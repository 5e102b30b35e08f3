import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { importElements } from '../../import/import-elements.ts'
import { fileImporter } from '../../import/uploads/open-file.ts'
import { diskStorage, type FileStore } from '../../platform/files/index.ts'
import type { FileImporter } from './file-importer.ts'
import { insertArea } from './import-areas.queries.ts'
import { partName } from './import-files.store.ts'
import { AREA_FIGURES, getArea, insertRun, workArea } from './index.ts'
import type { AreaDeps } from './work-area.service.ts'

// Tests workers on uploaded files, without a server and its job queue.

let it: TestDatabase
let folder: string
let files: FileStore
beforeAll(async () => {
  it = await testDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'nollie-test-'))
  files = diskStorage(folder).area('imports')
})
afterAll(async () => {
  await it.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await it.db.deleteFrom('import_areas').execute()
  await sql`truncate spots cascade`.execute(it.db)
})

const never = new AbortController().signal
const WORLD = { west: -180, south: -90, east: 180, north: 90 }

function deps(importer: FileImporter = fileImporter): AreaDeps {
  return {
    db: it.db,
    overpass: { url: new URL('http://127.0.0.1:1'), userAgent: 'test' },
    figures: { ...AREA_FIGURES, pauseMs: 0, sliceMs: 10 },
    importElements,
    uploads: { files, importer },
  }
}

/** Stores a file with this many parks, and its import. Returns the import's id. */
async function anUploadedImport(count: number, parts: number): Promise<string> {
  const lines = Array.from({ length: count }, (_, n) => `${n},Park ${n},${40 + n / 500},${2 + (n % 7) / 10}`)
  const content = Buffer.from(`id,name,lat,lon\n${lines.join('\n')}\n`)
  const id = uuid()
  await files.put(partName(id, 0), content)
  await it.db
    .insertInto('import_files')
    .values({ id, name: 'parks.csv', bytes: content.length, source: 'List', licence: 'CC0' })
    .execute()
  return it.db.transaction().execute(async (tx) => {
    const file_hash = createHash('sha256').update(content).digest('hex')
    const run = await insertRun(tx, { dataset: 'parks', file: 'parks.csv', file_hash })
    const about = { run_id: run.id, area: `file:${id}`, label: 'parks.csv', server: null, started_by: null }
    return (await insertArea(
      tx,
      about,
      Array.from({ length: parts }, () => WORLD),
    )) as string
  })
}

test('a worker that ends within or between parts is replaced, and no record is counted twice', async () => {
  const id = await anUploadedImport(2_300, 3)
  let times = 0
  // A transaction that fails after the records were written, as when the process is killed.
  const dying: FileImporter = {
    ...fileImporter,
    open: (...given) => {
      const opened = fileImporter.open(...given)
      return {
        close: opened.close.bind(opened),
        part: async (number) => {
          const part = await opened.part(number)
          return {
            importInto: async (tx, run) => {
              const refusals = await part.importInto(tx, run)
              times += 1
              if (times === 2) throw new Error('killed')
              return refusals
            },
          }
        },
      }
    },
  }
  await expect(workArea(deps(dying), id, never)).rejects.toThrow('killed')
  expect(await getArea(it.db, id)).toMatchObject({
    state: 'running',
    tiles_done: 1,
    read: 1_000,
    added: 1_000,
  })
  await workArea(deps(), id, never)
  expect(await getArea(it.db, id)).toMatchObject({
    state: 'complete',
    tiles_done: 3,
    read: 2_300,
    added: 2_300,
    here: 0,
  })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from spots`.execute(it.db)
  expect(rows[0]?.count).toBe(2_300)
})

test('a file that has fewer records than its preview said stops the import', async () => {
  const id = await anUploadedImport(5, 2)
  await workArea(deps(), id, never)
  expect(await getArea(it.db, id)).toMatchObject({
    state: 'stopped',
    reason: 'failed',
    tiles_done: 1,
    added: 5,
  })
})

test('a file doesn’t wait for an import from a server, and the server’s import doesn’t wait for it', async () => {
  const id = await anUploadedImport(5, 1)
  const run = await insertRun(it.db, { dataset: 'areas', file: 'box', file_hash: '0'.repeat(64) })
  await sql`
    insert into import_areas (id, run_id, area, server, worker)
    values (${uuid()}, ${run.id}, 'box:1,1,2,2', 'overpass.example', ${uuid()})`.execute(it.db)
  await workArea(deps(), id, never)
  expect(await getArea(it.db, id)).toMatchObject({ state: 'complete', added: 5 })
})
