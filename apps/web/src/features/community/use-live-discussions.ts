import type { Discussion, DiscussionCommentEvent, DiscussionEvent } from '@nollie/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { listen } from '../../lib/live.ts'
import type { News } from '../../lib/newest-first.ts'
import { loadAgain } from '../../lib/query-patch.ts'
import { makeSoon } from '../../lib/soon.ts'
import { useNewest } from '../../lib/use-newest.ts'
import {
  changeComments,
  changeDiscussions,
  comments,
  discussionQuery,
  discussions,
  discussionsQuery,
  loadDiscussions,
  refreshComments,
  tellCount,
  tellGone,
} from './community-requests.ts'

/** Several changes within this are looked for once, in ms. */
const COALESCE_MS = 300
// A number that a block hides a part of is not told: it is asked for.
async function count(client: QueryClient, event: DiscussionCommentEvent): Promise<void> {
  const { discussion_id, comments_count } = event
  if (comments_count !== null) return tellCount(client, discussion_id, comments_count)
  const one = await call('GET /api/discussions/:discussion_id', { params: { discussion_id } })
  tellCount(client, discussion_id, one.comments_count)
}

/** Keeps the list of discussions true by what is heard of them. Gives how many are new, and what shows them. */
export function useLiveDiscussions(isLoaded: boolean): { news: News; showNews: () => Promise<void> } {
  const client = useQueryClient()
  return useNewest({
    queryKey: discussionsQuery.queryKey,
    list: discussions,
    load: () => loadDiscussions(),
    isLoaded,
    coalesce: COALESCE_MS,
    watch: (soon) => {
      const hear = (event: DiscussionEvent) => {
        if (event.kind === 'deleted') tellGone(client, event.discussion_id)
        soon()
      }
      const hearPerson = (kind: string, user_id: string | null) => {
        if (kind === 'away')
          changeDiscussions(client, (list) => discussions.without(list, (one) => one.user_id === user_id))
        else if (kind === 'back') soon()
      }
      const stops = [
        listen('discussions', 'discussion', { message: hear, gap: soon, begun: soon }),
        listen('discussions', 'discussion_comment', {
          message: (event) => void count(client, event).catch(() => undefined),
        }),
        listen('people', 'person', { message: ({ kind, user_id }) => hearPerson(kind, user_id) }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  })
}

/**
 * Keeps one discussion true: it says so when it is deleted or its author goes away, and how much is said in it. Gives the
 * undo.
 */
export function watchDiscussion(client: QueryClient, id: string): () => void {
  const { queryKey } = discussionQuery(id)
  const again = () => loadAgain(client, { queryKey })
  const stops = [
    listen('discussions', 'discussion', {
      message: (event) => {
        if (event.kind === 'many') again()
        else if (event.kind === 'deleted' && event.discussion_id === id) tellGone(client, id)
      },
      gap: again,
      begun: again,
    }),
    listen('discussions', 'discussion_comment', {
      message: (event) => {
        if (event.discussion_id === id) void count(client, event).catch(() => undefined)
      },
    }),
    listen('people', 'person', {
      message: ({ kind, user_id }) => {
        const author = client.getQueryData<Discussion>(queryKey)?.user_id
        // Whose it is is not known of one that is not there.
        if (kind === 'back' || (kind === 'away' && user_id === author)) again()
      },
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** See {@link watchDiscussion}. */
export function useLiveDiscussion(id: string): void {
  const client = useQueryClient()
  useEffect(() => watchDiscussion(client, id), [client, id])
}

/** The same for what was said in one: also what somebody said who goes away. */
export function watchComments(client: QueryClient, id: string): () => void {
  const { soon, stop } = makeSoon(() => refreshComments(client, id), COALESCE_MS)
  const hear = ({ kind, discussion_id, comment_id }: DiscussionCommentEvent) => {
    if (discussion_id !== id) return
    if (kind === 'created') soon()
    else changeComments(client, id, (list) => comments.without(list, (one) => one.id === comment_id))
  }
  const stops = [
    stop,
    listen('discussions', 'discussion_comment', { message: hear, gap: soon, begun: soon }),
    listen('discussions', 'discussion', { message: ({ kind }) => kind === 'many' && soon() }),
    listen('people', 'person', {
      message: ({ kind, user_id }) => {
        if (kind !== 'away' && kind !== 'back') return
        if (kind === 'away')
          changeComments(client, id, (list) => comments.without(list, (one) => one.user_id === user_id))
        soon()
      },
    }),
  ]
  return () => {
    for (const end of stops) end()
  }
}

/** See {@link watchComments}; while they are on screen. */
export function useLiveComments(id: string): void {
  const client = useQueryClient()
  useEffect(() => watchComments(client, id), [client, id])
}
