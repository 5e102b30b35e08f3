import type { AdValues } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'

/** An ad for a shop in Barcelona that runs for many years. */
export const AD: AdValues = {
  title: 'Lot 12',
  content: 'Decks, wax and coffee.',
  link: 'https://lot12.example/',
  media_id: null,
  place_name: 'Barcelona',
  latitude: 41.4,
  longitude: 2.2,
  radius_km: 20,
  starts_on: '2026-01-01',
  ends_on: '2126-01-01',
}

/** Inserts an ad directly into the tables. Returns its id. */
export async function anAd(
  db: Db,
  values: Partial<AdValues> & { created_by?: string } = {},
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('ads')
    .values({ id, created_by: null, ...AD, ...values })
    .execute()
  return id
}
