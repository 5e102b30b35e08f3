import type { Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isKnownTo } from '../audiences/index.ts'
import { isVisibleTo } from '../blocks/index.ts'

/**
 * Refuses an edit: with POST_NOT_FOUND if the author is hidden from the viewer or the viewer may not know of the spot, to whom
 * the post must not seem to exist.
 */
export const refuseEdit = async (
  tx: Tx,
  viewer: Viewer,
  { user_id, spot_id }: { user_id: string; spot_id: string | null },
): Promise<never> => {
  const isSeen =
    (await isKnownTo(tx, viewer.user_id, spot_id)) && (await isVisibleTo(tx, viewer.user_id, user_id))
  throw new Refusal(isSeen ? 'NOT_ALLOWED' : 'POST_NOT_FOUND')
}
