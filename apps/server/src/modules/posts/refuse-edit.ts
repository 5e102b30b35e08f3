import type { Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isVisibleTo } from '../blocks/index.ts'

/**
 * Refuses an edit: with POST_NOT_FOUND if the author is hidden from the viewer, to whom the post must not seem to exist.
 */
export const refuseEdit = async (
  tx: Tx,
  viewer: Viewer,
  { user_id }: { user_id: string },
): Promise<never> => {
  throw new Refusal((await isVisibleTo(tx, viewer.user_id, user_id)) ? 'NOT_ALLOWED' : 'POST_NOT_FOUND')
}
