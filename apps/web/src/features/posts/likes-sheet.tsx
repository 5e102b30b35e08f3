import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { listen } from '../../lib/live.ts'
import { AppLink, Avatar, Button, EmptyState, Loading, Sheet, Skeleton } from '../../ui/index.ts'
import { likesQuery } from './post-requests.ts'

type Props = {
  post_id: string
  media_index: number
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the next page when the end of the list comes near. */
function More({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onSeen()
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [onSeen])
  return (
    <li ref={mark}>
      <Loading label={m.posts_likes_loading()} />
    </li>
  )
}

function LikesList({
  post_id,
  media_index,
  onLeave,
}: Omit<Props, 'open' | 'onOpenChange'> & { onLeave: () => void }) {
  const likes = useInfiniteQuery({ ...likesQuery(post_id, media_index), staleTime: 0 })
  const { refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = likes
  useEffect(() => {
    const again = () => void refetch()
    return listen('likes', 'like', {
      message: (event) => {
        if (event.post_id === null || (event.post_id === post_id && event.media_index === media_index))
          again()
      },
      gap: again,
    })
  }, [post_id, media_index, refetch])

  if (likes.isPending)
    return (
      <Loading label={m.posts_likes_loading()}>
        {[0, 1, 2].map((n) => (
          <Skeleton key={n} className="likes-row-coming" />
        ))}
      </Loading>
    )
  const rows = likes.data?.pages.flatMap(({ items }) => items) ?? []
  if (likes.isError && rows.length === 0)
    return (
      <div className="likes-failed" role="alert">
        <p>{m.posts_likes_failed()}</p>
        <Button variant="line" size="sm" onClick={() => void refetch()}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  if (rows.length === 0) return <EmptyState art="likes" level={3} title={m.posts_likes_empty()} />
  return (
    <ul className="likes-list" aria-label={m.posts_likes()}>
      {rows.map(({ id, user_id, user }) => (
        <li key={id}>
          <AppLink className="likes-row" href={`/user/${user_id}`} onClick={onLeave}>
            <Avatar person={user} size={44} />
            <span>
              <b>
                <bdi>{nameOf(user, NAMELESS.byline)}</bdi>
              </b>
              <small>@{user.username}</small>
            </span>
          </AppLink>
        </li>
      ))}
      {hasNextPage && <More key={rows.length} onSeen={() => void (isFetchingNextPage || fetchNextPage())} />}
    </ul>
  )
}

/** See `LikesDialog`. */
export function LikesSheet({ post_id, media_index, open, onOpenChange }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.posts_likes()}>
      <LikesList post_id={post_id} media_index={media_index} onLeave={() => onOpenChange(false)} />
    </Sheet>
  )
}
