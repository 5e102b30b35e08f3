import type { Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import { selectOthersOfList } from './list-spots.queries.ts'

/**
 * Notifies people with access to a crew's list that someone else added a spot, with one entry a day per list. The spots
 * are looked up when the notification is read.
 */
export async function notifyOfListSpot(tx: Tx, by: string, list_id: string, spot_id: string): Promise<void> {
  const user_ids = await selectOthersOfList(tx, { list_id, spot_id, by })
  await notify(tx, { type: 'list_spots', from_user_id: null, user_ids, target_id: list_id })
}
