import type { Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import { selectOthersOfList } from './list-spots.queries.ts'

/**
 * Notifies whoever takes part in the list of a crew that somebody else added a spot: one line a day for each list. Which spots it is
 * about is asked when it is read.
 */
export const notifyOfListSpot = async (
  tx: Tx,
  by: string,
  list_id: string,
  spot_id: string,
): Promise<void> => {
  const user_ids = await selectOthersOfList(tx, { list_id, spot_id, by })
  await notify(tx, { type: 'list_spots', from_user_id: null, user_ids, target_id: list_id })
}
