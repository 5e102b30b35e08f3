import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { importRecords } from '../../apps/server/src/import/import.ts'
import type { RawRecord } from '../../apps/server/src/import/read-records.ts'
import { database } from './database.ts'
import { ownSite } from './request-as-page.ts'
import { aPoint } from './share.ts'

/** Imports records as a complete dataset, as the operator's command does. */
export async function runImport(dataset: string, records: readonly RawRecord[]) {
  return importRecords({
    db: await database(),
    records: (async function* () {
      yield* records
    })(),
    defaults: { source: dataset, licence: 'CC BY 4.0' },
    whole: { dataset, file: `${dataset}.geojson`, file_hash: '0'.repeat(64) },
    print: () => {},
  })
}

/** Returns a record from a spot file. */
export function aRecord(n: number, name: string, more: object = {}, at = aPoint()): RawRecord {
  return {
    where: `record ${n}`,
    properties: { id: `park/${n}`, name, ...more },
    at,
  }
}

/** Returns an imported spot's ID. */
export async function importedSpot(source: string, name: string): Promise<string> {
  const db = await database()
  const found = await db
    .selectFrom('spots')
    .select('id')
    .where('source', '=', source)
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.id ?? ''
}

/** Makes a spot's first change without the form, as a person who may change it. */
export async function changeSpot(request: APIRequestContext, id: string, data: object): Promise<void> {
  const answer = await request.patch(`${process.env.NOLLIE_URL}/api/spots/${id}`, {
    data,
    headers: { ...ownSite(), 'if-match': '"1"' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}
