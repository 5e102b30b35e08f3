import type { CommentEvent, CommentLikeEvent, PersonEvent } from '@nollie/contract'
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { listen } from '../../lib/live.ts'
import { isOlder, fetchSettled, loadAgain } from '../../lib/query-patch.ts'
import { session } from '../../lib/session.ts'
import {
  type Comments,
  listComments,
  hasComment,
  withLikes,
  withoutAuthor,
  withoutComment,
  withReplyCount,
} from './comment-pages.ts'
import { allSent } from './comment-drafts.ts'
import {
  changeComments,
  buildKey,
  refreshFirstPage,
  refreshReplies,
  type Thread,
} from './comment-requests.ts'

type Created = { comment_id: string; parent_comment_id: string | null }

// Whether the parent is on the first page with only some of its replies loaded. If so, only refetching that page shows
// whether the reply count includes a new reply.
function isBehindFirstPage({ pages: [first] }: Comments, parent_id: string | null): boolean {
  return first?.items.some(({ id, replies_cursor }) => id === parent_id && replies_cursor !== null) ?? false
}

// Counts or loads new replies, depending on whether their parents' other replies are loaded.
async function loadReplies(client: QueryClient, thread: Thread, created: readonly Created[]): Promise<void> {
  const parents = new Set<string>()
  for (const { comment_id, parent_comment_id } of created) {
    const list = client.getQueryData<Comments>(buildKey(thread))
    const parent = list && listComments(list).find(({ id }) => id === parent_comment_id)
    if (!list || !parent || hasComment(list, comment_id)) continue
    if (parent.replies_cursor === null) parents.add(parent.id)
    else if (!isBehindFirstPage(list, parent_comment_id)) {
      const count = parent.replies_count + 1
      changeComments(client, thread, (all) => withReplyCount(all, parent.id, count))
    }
  }
  for (const id of parents) await refreshReplies(client, thread, id)
}

async function loadCreated(client: QueryClient, thread: Thread, created: readonly Created[]): Promise<void> {
  const list = client.getQueryData<Comments>(buildKey(thread))
  const unknown = created.filter(({ comment_id }) => list && !hasComment(list, comment_id))
  const isOfFirstPage = ({ parent_comment_id }: Created) =>
    parent_comment_id === null || (list !== undefined && isBehindFirstPage(list, parent_comment_id))
  if (unknown.some(isOfFirstPage)) await refreshFirstPage(client, thread)
  await loadReplies(client, thread, unknown)
}

// Returns a function that loads comments, with one request at a time. IDs that arrive during a request share the next
// one. `again` is called if a request fails.
function makeCreatedLoader(client: QueryClient, thread: Thread, again: () => void) {
  let waiting: Created[] = []
  let running = false
  return async (created: readonly Created[]): Promise<void> => {
    waiting.push(...created)
    if (running) return
    running = true
    try {
      while (waiting.length > 0) {
        // The response to the viewer's own request adds their comment, so the comment's event must not load it again.
        await allSent({ ...thread, owner: session.get().user?.user_id ?? '' })
        // A pending request may return these comments' parents, or an older version of the comments.
        await fetchSettled(client, buildKey(thread))
        const next = waiting
        waiting = []
        await loadCreated(client, thread, next)
      }
    } catch {
      again()
    } finally {
      running = false
    }
  }
}

/** Updates a thread's loaded comments from live events. Returns a cleanup function. */
export function watchComments(client: QueryClient, thread: Thread): () => void {
  const listed = () => client.getQueryData<Comments>(buildKey(thread))
  const again = () => loadAgain(client, { queryKey: buildKey(thread) })
  const isHere = (event: {
    post_id: string | null
    media_index?: number | null
    discussion_id?: string | null
  }) =>
    thread.discussion_id === undefined
      ? event.post_id === thread.post_id && event.media_index === thread.media_index
      : event.discussion_id === thread.discussion_id
  const load = makeCreatedLoader(client, thread, again)

  const onChange = (event: CommentEvent): void => {
    if (event.post_id === null && event.discussion_id === undefined) return again()
    if (!isHere(event)) return
    if (event.changes === null) return again()
    for (const { kind, comment_id } of event.changes)
      if (kind === 'deleted') changeComments(client, thread, (list) => withoutComment(list, comment_id))
    void load(event.changes.filter(({ kind }) => kind !== 'deleted'))
  }

  const onLike = (event: CommentLikeEvent): void => {
    if (!isHere(event)) return
    const mine = event.user_id === session.get().user?.user_id
    const { likes_count, liked } = event
    changeComments(client, thread, (list) =>
      withLikes(list, event.comment_id, mine ? { likes_count, liked } : { likes_count }),
    )
  }

  // Events may have been missed for comments loaded before the stream connected.
  const refresh = () => {
    if (listed()) void refreshFirstPage(client, thread).catch(() => undefined)
  }
  const begun = (since: number) => {
    if (isOlder(client, { queryKey: buildKey(thread) }, since)) refresh()
  }
  const onPerson = ({ kind, user_id }: PersonEvent) => {
    if (kind === 'away') changeComments(client, thread, (list) => withoutAuthor(list, user_id))
    if (kind === 'back') refresh()
  }
  const stops = [
    listen('comment', { message: onChange, gap: again, begun }),
    listen('comment_like', { message: onLike }),
    listen('person', { message: onPerson }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Runs {@link watchComments} while the component is mounted. */
export function useLiveComments(thread: Thread): void {
  const client = useQueryClient()
  const name = hashKey(buildKey(thread))
  const watch = useEffectEvent(() => watchComments(client, thread))
  useEffect(() => watch(), [client, name])
}
