import type { PostEvent } from '@nollie/contract'
import { appendEvents } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'

/**
 * Publishes a post event to members once the transaction commits. Access to a deleted post can't be checked afterward,
 * so pass its `readers` from before (null for everyone).
 */
export function publishPostEvent(
  tx: Tx,
  data: PostEvent,
  readers: readonly string[] | null = null,
): Promise<void> {
  const topics = readers?.map((user_id) => `user:${user_id}`) ?? ['posts']
  return appendEvents(
    tx,
    topics.map((topic) => ({ topic, name: 'post', data })),
  )
}
