import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../../i18n/messages.ts'
import { postTitle } from '../../../lib/text/post-title.ts'
import { ApiError } from '../../../lib/api.ts'
import { useTitle } from '../../../lib/page/page-title.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { Loaded } from '../../../ui/list-states.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { onPostChange, postQuery } from '../../posts/index.ts'
import { PostCard } from './post-card.tsx'
import { PostPending } from './post-pending.tsx'
import type { OpenItem } from './post-media.tsx'
import { looks } from '../../../ui/looks.ts'

function isGone(error: unknown): boolean {
  return error instanceof ApiError && ['POST_NOT_FOUND', 'BAD_REQUEST', 'NOT_FOUND'].includes(error.code)
}

function Gone() {
  return (
    <div className={looks.listState} role="status">
      <EmptyState
        art="notFound"
        level={1}
        title={m.feed_post_missing()}
        action={
          <ButtonLink href="/dashboard" variant="line">
            {m.feed_to_dashboard()}
          </ButtonLink>
        }
      >
        {m.feed_post_missing_text()}
      </EmptyState>
    </div>
  )
}

/** Updates the URL's post while it's on screen. */
function useLivePost(id: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = postQuery(id)
    return onPostChange((change) => {
      if (change.kind === 'loaded' && change.post_id === id) client.setQueryData(queryKey, change.post)
      // Deleting a spot may delete its posts, so this checks whether the post still exists.
      else if (change.kind !== 'created' && (!('post_id' in change) || (change.post_id ?? id) === id))
        void client.invalidateQueries({ queryKey })
    })
  }, [client, id])
}

type Props = {
  id: string
  /** Whether the comments are open. */
  comments: boolean
  onOpen: OpenItem
}

/** A single post at its own URL, rendered as in the feed. */
export function PostScreen({ id, comments, onOpen }: Props) {
  const query = useQuery({ ...postQuery(id), staleTime: 0 })
  useLivePost(id)
  useTitle(query.data && postTitle(query.data.title))
  if (isGone(query.error)) return <Gone />
  const pending = (
    <Loading label={m.feed_post_loading()}>
      <PostPending />
    </Loading>
  )
  return (
    <Loaded query={query} failed={m.feed_post_failed()} level={1} skeleton={pending}>
      {query.data && <PostCard post={query.data} onOpen={onOpen} level={1} commentsOpen={comments} eager />}
    </Loaded>
  )
}
