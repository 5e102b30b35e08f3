import type { PostEvent } from '@nollie/contract'
import { appendEvent } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'

/** Publishes a change of a post to members, once it is committed. */
export const publishPostEvent = (tx: Tx, data: PostEvent): Promise<void> =>
  appendEvent(tx, { topic: 'posts', name: 'post', data })
