import type { Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isPostKnownTo } from '../audiences/index.ts'
import { isVisibleTo } from '../blocks/index.ts'

/**
 * Refuses an edit: with POST_NOT_FOUND if the author is hidden from the viewer or the post is not visible to the
 * viewer, for whom it must not seem to exist.
 */
export const refuseEdit = async (
  tx: Tx,
  viewer: Viewer,
  { id, user_id }: { id: string; user_id: string },
): Promise<never> => {
  const isSeen =
    (await isPostKnownTo(tx, viewer.user_id, id)) && (await isVisibleTo(tx, viewer.user_id, user_id))
  throw new Refusal(isSeen ? 'NOT_ALLOWED' : 'POST_NOT_FOUND')
}
