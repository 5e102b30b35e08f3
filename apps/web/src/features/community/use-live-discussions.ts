import type { Discussion, DiscussionCommentEvent, DiscussionEvent } from '@nollie/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { listen } from '../../lib/live.ts'
import type { News, PageOf, Pages } from '../../lib/newest-first.ts'
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
/** Closer to the top than this, in px, nobody is in the middle of reading. */
const AT_TOP_PX = 10

const NO_NEWS: News = { count: 0, more: false }

function makeSoon(act: () => Promise<unknown>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    soon: () => {
      clearTimeout(timer)
      timer = setTimeout(() => void act().catch(() => undefined), COALESCE_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

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
  const [news, setNews] = useState(NO_NEWS)
  const quiet = useRef(true)
  const owed = useRef(false)
  const listed = () => client.getQueryData<Pages<PageOf<Discussion>>>(discussionsQuery.queryKey)

  const showNews = async () => {
    const newest = await loadDiscussions()
    changeDiscussions(client, (list) => discussions.withNewest(list, newest))
    setNews(NO_NEWS)
  }
  const look = useEffectEvent(async () => {
    owed.current = !listed()
    if (owed.current) return
    const newest = await loadDiscussions()
    changeDiscussions(client, (list) => discussions.withoutMissed(list, newest))
    const isFirst = quiet.current && scrollY < AT_TOP_PX
    quiet.current = false
    const now = listed()
    if (now && !isFirst && discussions.itemsOf(now).length > 0)
      return setNews(discussions.newsIn(now, newest))
    changeDiscussions(client, (list) => discussions.withNewest(list, newest))
    setNews(NO_NEWS)
  })

  useEffect(() => {
    const { soon, stop } = makeSoon(() => look())
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
      stop,
      listen('discussions', 'discussion', { message: hear, gap: soon, begun: soon }),
      listen('discussions', 'discussion_comment', {
        message: (event) => void count(client, event).catch(() => undefined),
      }),
      listen('people', 'person', { message: ({ kind, user_id }) => hearPerson(kind, user_id) }),
    ]
    return () => {
      for (const end of stops) end()
    }
  }, [client])
  useEffect(() => {
    if (isLoaded && owed.current) void look().catch(() => undefined)
  }, [isLoaded])
  return { news, showNews }
}

/** The same for the page of one: it says so when the discussion is deleted, and how much is said in it. */
export function useLiveDiscussion(id: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = discussionQuery(id)
    const again = () => void client.invalidateQueries({ queryKey })
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
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, id])
}

/** The same for what was said in one, while it is on screen. */
export function useLiveComments(id: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const { soon, stop } = makeSoon(() => refreshComments(client, id))
    const hear = ({ kind, discussion_id, comment_id }: DiscussionCommentEvent) => {
      if (discussion_id !== id) return
      if (kind === 'created') soon()
      else changeComments(client, id, (list) => comments.without(list, (one) => one.id === comment_id))
    }
    const stops = [
      stop,
      listen('discussions', 'discussion_comment', { message: hear, gap: soon, begun: soon }),
      listen('discussions', 'discussion', { message: ({ kind }) => kind === 'many' && soon() }),
    ]
    return () => {
      for (const end of stops) end()
    }
  }, [client, id])
}
