import type { PostEvent } from '@nollie/contract'
import { appendEvents } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'

/**
 * Publishes a change of a post to members once it is committed. A deleted post can't be checked for access later, so
 * its `readers` (null: everyone) are determined before.
 */
export const publishPostEvent = (
  tx: Tx,
  data: PostEvent,
  readers: readonly string[] | null = null,
): Promise<void> => {
  const topics = readers?.map((user_id) => `user:${user_id}`) ?? ['posts']
  return appendEvents(
    tx,
    topics.map((topic) => ({ topic, name: 'post', data })),
  )
}
