import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { importRecords } from '../../apps/server/src/import/import.ts'
import type { RawRecord } from '../../apps/server/src/import/read-records.ts'
import { database } from './database.ts'
import { ownSite } from './request-as-page.ts'
import { aPoint } from './share.ts'

/** Imports records as the whole of a dataset, as the operator's command does. */
export const runImport = async (dataset: string, records: readonly RawRecord[]) =>
  importRecords({
    db: await database(),
    records: (async function* () {
      yield* records
    })(),
    defaults: { source: dataset, licence: 'CC BY 4.0' },
    whole: { dataset, file: `${dataset}.geojson`, file_hash: '0'.repeat(64) },
    print: () => {},
  })

/** A record of a file of spots. */
export const aRecord = (n: number, name: string, more: object = {}, at = aPoint()): RawRecord => ({
  ...{ where: `record ${n}`, properties: { id: `park/${n}`, name, ...more }, at },
})

/** The id of an imported spot. */
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

/** Changes a spot that was not changed before, without the form, as whoever may. */
export async function changeSpot(request: APIRequestContext, id: string, data: object): Promise<void> {
  const answer = await request.patch(`${process.env.NOLLIE_URL}/api/spots/${id}`, {
    data,
    headers: { ...ownSite(), 'if-match': '"1"' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}
