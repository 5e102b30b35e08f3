import type { CommentEvent, Discussion, DiscussionEvent, DiscussionLikeEvent } from '@nollie/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { listen } from '../../lib/live.ts'
import type { NewItems } from '../../lib/lists/newest-first.ts'
import { isOlder, loadAgain } from '../../lib/query-patch.ts'
import { session } from '../../lib/session.ts'
import { useNewest } from '../../lib/lists/use-newest.ts'
import { discussionKeys } from '../../lib/keys/discussions.ts'
import {
  changeDiscussion,
  changeLists,
  type DiscussionFilter,
  discussionQuery,
  discussions,
  discussionsQuery,
  dropDiscussion,
  isNewest,
  loadDiscussions,
  refreshDiscussion,
} from './discussion-requests.ts'

/** Changes within this time (ms) share one request. */
const COALESCE_MS = 300

function ofDiscussion(event: CommentEvent) {
  return event.post_id === null && event.discussion_id !== undefined ? event : null
}

// If blocks make the comment count differ between viewers, the event has no count, so the client fetches it.
function onComment(client: QueryClient, event: CommentEvent): void {
  const counted = ofDiscussion(event)
  if (!counted) return
  const { discussion_id, comments_count } = counted
  if (comments_count !== null) changeDiscussion(client, discussion_id, { comments_count })
  else void refreshDiscussion(client, discussion_id).catch(() => undefined)
}

function onLike(client: QueryClient, event: DiscussionLikeEvent): void {
  const { discussion_id, likes_count, liked, user_id } = event
  const mine = user_id === session.get().user?.user_id
  if (likes_count !== null)
    changeDiscussion(client, discussion_id, mine ? { likes_count, liked } : { likes_count })
  else void refreshDiscussion(client, discussion_id).catch(() => undefined)
}

/**
 * Updates discussion lists from events; calls `trigger` if there may be new discussions. Returns a cleanup function.
 */
function watchLists(client: QueryClient, trigger: () => void): () => void {
  const onChange = ({ kind, discussion_id }: DiscussionEvent) => {
    if (kind === 'updated') return void refreshDiscussion(client, discussion_id).catch(() => undefined)
    if (kind === 'deleted') dropDiscussion(client, discussion_id)
    // A deletion counts, too, because the deleted discussion may have been counted as new.
    trigger()
  }
  const onPerson = (kind: string, user_id: string | null) => {
    if (kind === 'away')
      changeLists(client, (list) => discussions.without(list, (one) => one.user_id === user_id))
    else if (kind === 'back') trigger()
  }
  const begun = (since: number) => {
    if (isOlder(client, { queryKey: discussionKeys.lists }, since)) trigger()
  }
  const stops = [
    listen('discussion', { message: onChange, gap: trigger, begun }),
    listen('discussion_like', { message: (event) => onLike(client, event) }),
    listen('comment', { message: (event) => onComment(client, event) }),
    listen('person', { message: ({ kind, user_id }) => onPerson(kind, user_id) }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Updates a newest-first list from live events. Returns the number of new discussions, and a function that shows them.
 */
export function useLiveNewest(
  filter: DiscussionFilter,
  isLoaded: boolean,
): { newer: NewItems; showNewer: () => Promise<void> } {
  const client = useQueryClient()
  return useNewest({
    queryKey: discussionsQuery(filter).queryKey,
    list: discussions,
    load: () => loadDiscussions(filter),
    isLoaded: isLoaded && isNewest(filter),
    coalesce: COALESCE_MS,
    watch: (trigger) => watchLists(client, trigger),
  })
}

/**
 * Updates any other list from live events without adding or moving rows. Returns whether a list sorted by latest
 * answer is outdated, and a function that reloads it.
 */
export function useLiveOthers(filter: DiscussionFilter): {
  isBehind: boolean
  showNewer: () => Promise<void>
} {
  const client = useQueryClient()
  const [isBehind, setBehind] = useState(false)
  const { order } = filter
  const isLoaded = useEffectEvent(() => client.getQueryData(discussionsQuery(filter).queryKey) !== undefined)
  useEffect(() => {
    const me = session.get().user?.user_id
    const onChange = (event: CommentEvent) => {
      if (!isLoaded()) return
      const { changes = [] } = ofDiscussion(event) ?? {}
      if (changes?.some(({ kind, user_id }) => kind === 'created' && user_id !== me)) setBehind(true)
    }
    const stops = [
      watchLists(client, () => undefined),
      ...(order === 'answered' ? [listen('comment', { message: onChange })] : []),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, order])
  const showNewer = async () => {
    await client.refetchQueries({ queryKey: discussionsQuery(filter).queryKey }, { throwOnError: true })
    setBehind(false)
  }
  return { isBehind, showNewer }
}

/** Updates one discussion, including its likes and comment count, from live events. Returns a cleanup function. */
export function watchDiscussion(client: QueryClient, id: string): () => void {
  const { queryKey } = discussionQuery(id)
  const again = () => loadAgain(client, { queryKey })
  const stops = [
    listen('discussion', {
      message: ({ kind, discussion_id }) => {
        if (kind === 'many' || (kind === 'updated' && discussion_id === id)) again()
        else if (kind === 'deleted' && discussion_id === id) dropDiscussion(client, id)
      },
      gap: again,
      begun: (since) => {
        if (isOlder(client, { queryKey }, since)) again()
      },
    }),
    listen('discussion_like', {
      message: (event) => event.discussion_id === id && onLike(client, event),
    }),
    listen('comment', {
      message: (event) => ofDiscussion(event)?.discussion_id === id && onComment(client, event),
    }),
    listen('person', {
      message: ({ kind, user_id }) => {
        const author = client.getQueryData<Discussion>(queryKey)?.user_id
        // Hiding the author hides the discussion; hiding anyone else changes its comment count. A person who becomes
        // visible again may be the author, who is unknown until the discussion has loaded.
        if (kind === 'back' || (kind === 'away' && user_id === author)) again()
        else if (kind === 'away') void refreshDiscussion(client, id).catch(() => undefined)
      },
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Runs {@link watchDiscussion} while the component is mounted. */
export function useLiveDiscussion(id: string): void {
  const client = useQueryClient()
  useEffect(() => watchDiscussion(client, id), [client, id])
}
