import type { Precision } from '@nollie/contract'
import type { Tx } from '../../../db/open.ts'
import { findPlaceAt } from '../../places/index.ts'
import { lockPosition, storePosition, type Whereabouts } from './positions.queries.ts'
import { type Blur, blurPosition, shownPoint } from './blur-position.ts'

/** Returns the displayed location: a point and its town, without the street address and postal code. */
async function toShown(id: string, precision: Exclude<Precision, 'exact'>, blur: Blur): Promise<Whereabouts> {
  const point = await shownPoint(id, precision, blur)
  const { city, state, country } = await findPlaceAt(point.latitude, point.longitude)
  return { ...point, address: null, city, state, country, postal_code: null }
}

/** Loads the gazetteer if it will be needed. Call it before the transaction, because the first load is slow. */
export async function readPlaces(precision: Precision | undefined): Promise<void> {
  if (precision && precision !== 'exact') await findPlaceAt(0, 0)
}

/** Returns a new spot's displayed location, and a function that stores its exact one. */
export async function whereNewShown(
  id: string,
  precision: Precision,
  exact: Whereabouts,
): Promise<{ shown: Whereabouts; store: (tx: Tx) => Promise<void> }> {
  if (precision === 'exact') return { shown: exact, store: async () => undefined }
  const blur = blurPosition(exact)
  return {
    shown: await toShown(id, precision, blur),
    store: (tx) => storePosition(tx, id, exact, blur),
  }
}

/** Stores a spot's exact location and returns the one to display. The caller must lock the spot. */
export async function whereShown(
  tx: Tx,
  id: string,
  precision: Precision,
  exact: Whereabouts,
): Promise<Whereabouts> {
  if (precision === 'exact') return exact
  const blur = blurPosition(exact, (await lockPosition(tx, id))?.blur)
  await storePosition(tx, id, exact, blur)
  return toShown(id, precision, blur)
}
