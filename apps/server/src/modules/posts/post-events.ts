import type { PostEvent } from '@nollie/contract'
import { appendEvents } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'

/**
 * Publishes a change of a post to members, once it is committed. A deleted post is not there to ask who may know of it: its
 * `readers` (null: everybody) are found before.
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
