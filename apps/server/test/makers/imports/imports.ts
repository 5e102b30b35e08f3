import { v7 as uuid } from 'uuid'
import type { Db } from '../../../src/db/open.ts'
import { type ImportOptions, importRecords } from '../../../src/import/import.ts'
import { type RawRecord, readAllFields } from '../../../src/import/read-records.ts'
import type { TestApp } from '../../world/app.ts'

/** Inserts a conflict in which an import source has another name for a spot. Returns its id. */
export async function anImportConflict(db: Db, spot_id: string): Promise<string> {
  const id = uuid()
  await db
    .insertInto('import_conflicts')
    .values({ id, spot_id, source: 'Some list', field: 'name', theirs: JSON.stringify('Their name') })
    .execute()
  return id
}

/** Inserts an import of a small box from OpenStreetMap. Returns its id. */
export async function anImportArea(
  db: Db,
  started_by: string,
  state: 'running' | 'stopped' | 'complete',
): Promise<string> {
  const [id, run_id] = [uuid(), uuid()]
  const isOver = state !== 'running'
  await db
    .insertInto('import_runs')
    .values({
      id: run_id,
      dataset: 'openstreetmap areas',
      file: 'box',
      file_hash: '0'.repeat(64),
      ...(isOver && { outcome: state === 'complete' ? 'complete' : 'failed', ended_at: new Date() }),
    })
    .execute()
  await db
    .insertInto('import_areas')
    .values({
      id,
      run_id,
      state,
      started_by,
      area: `box:0,0,1,1.${id}`.slice(0, 60),
      server: 'overpass.example',
      ...(isOver && { ended_at: new Date(), reason: state === 'stopped' ? 'busy' : null }),
    })
    .execute()
  return id
}

/** Inserts an uploaded file with a preview, or one that is still uploading. Returns its id. */
export async function anImportFile(
  db: Db,
  uploaded_by: string,
  state: 'uploading' | 'ready',
): Promise<string> {
  const id = uuid()
  const preview = { ending: '.csv', dataset: 'parks', refusals: [], points: [], lines: 0, conflicts: 0 }
  await db
    .insertInto('import_files')
    .values({
      id,
      state,
      uploaded_by,
      name: 'parks.csv',
      bytes: 9,
      ...(state === 'ready' && {
        arrived: 9,
        preview: JSON.stringify({ ...preview, read: 1, added: 1, updated: 0, here: 0, refused: 0 }),
        file_hash: '0'.repeat(64),
        parts: 1,
        source: 'List',
        licence: 'CC0',
      }),
    })
    .execute()
  return id
}

const DEFAULTS = { source: 'Our list', licence: 'CC0' }

let sets = 0
/** Creates a dataset for one test, far away from all others. */
export function dataset() {
  sets += 1
  const place = sets * 2
  const at = (n: number) => ({ latitude: 40 + n / 100, longitude: place })
  const record = (n: number, more: Record<string, unknown> = {}, to = at(n)): RawRecord => ({
    where: `record ${n}`,
    properties: { id: `${place}/${n}`, name: `Park ${place}/${n}`, city: 'Lleida', ...more },
    at: to,
  })
  return { name: `set ${place}`, source: `List ${place}`, record, at }
}

/** The return value of {@link dataset}. */
export type Dataset = ReturnType<typeof dataset>

/** Imports records as if they were a complete dataset. */
export async function runImport(
  { db }: TestApp,
  set: Dataset,
  records: AsyncIterable<RawRecord> | readonly RawRecord[],
  more: Partial<ImportOptions> & { marksMany?: boolean } = {},
) {
  const lines: string[] = []
  const { marksMany = false, ...rest } = more
  const counts = await importRecords({
    db,
    records: readAllFields(records),
    defaults: { ...DEFAULTS, source: set.source },
    whole: { dataset: set.name, file: `${set.name}.geojson`, file_hash: 'a'.repeat(64), marksMany },
    print: (line) => lines.push(line),
    ...rest,
  })
  return { counts, lines }
}

async function findSpotId({ db }: TestApp, { source }: Dataset, source_id: string) {
  return (
    await db
      .selectFrom('spots')
      .select('id')
      .where('source', '=', source)
      .where('source_id', '=', source_id)
      .executeTakeFirstOrThrow()
  ).id
}

/** Finds the id of the spot that a record was imported as. */
export async function findImportedSpotId(app: TestApp, set: Dataset, n = 1) {
  return findSpotId(app, set, String(set.record(n).properties.id))
}
