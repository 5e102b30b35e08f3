import type { Db } from '../src/db/open.ts'
import { rollUpSpots } from '../src/modules/map/index.ts'

/** Waits until the map counts every change made so far; the app's own job may be counting some of them. */
export const spotsCounted = async (db: Db): Promise<void> => {
  while (await rollUpSpots(db));
}
