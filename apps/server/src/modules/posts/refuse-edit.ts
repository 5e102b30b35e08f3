import type { Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isThereFor } from '../blocks/index.ts'

/** What somebody is told who may not change a post: not even that it exists, where its author is not there for them. */
export const refuseEdit = async (
  tx: Tx,
  viewer: Viewer,
  { user_id }: { user_id: string },
): Promise<never> => {
  throw new Refusal((await isThereFor(tx, viewer.user_id, user_id)) ? 'NOT_ALLOWED' : 'POST_NOT_FOUND')
}
