import type { Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isPostKnownTo } from '../audiences/index.ts'
import { isVisibleTo } from '../blocks/index.ts'

/**
 * Throws the error for a refused edit. It's POST_NOT_FOUND if the viewer can't see the post or its author, so that the
 * error doesn't reveal that the post exists.
 */
export async function refuseEdit(
  tx: Tx,
  viewer: Viewer,
  { id, user_id }: { id: string; user_id: string },
): Promise<never> {
  const isSeen =
    (await isPostKnownTo(tx, viewer.user_id, id)) && (await isVisibleTo(tx, viewer.user_id, user_id))
  throw new Refusal(isSeen ? 'NOT_ALLOWED' : 'POST_NOT_FOUND')
}
