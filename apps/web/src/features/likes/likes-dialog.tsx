import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { listen } from '../../lib/live.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { listItems } from '../../lib/paging.ts'
import { patchQuery } from '../../lib/query-patch.ts'
import { AppLink, Avatar, EmptyState, Loading, PagedList, Sheet, Skeleton } from '../../ui/index.ts'
import { FollowButton } from '../people/index.ts'
import { likesQuery } from './like-requests.ts'
import styles from './likes.module.css'

type Props = {
  post_id: string
  media_index: number
  open: boolean
  onOpenChange: (open: boolean) => void
}

// Returns the people who like an item. Refetches the list when the item's likes change.
function useLikes(post_id: string, media_index: number) {
  const client = useQueryClient()
  const options = likesQuery(post_id, media_index)
  const likes = useInfiniteQuery({ ...options, staleTime: 0 })
  const { refetch } = likes
  useEffect(() => {
    const again = () => void refetch()
    return listen('like', {
      message: (event) => {
        if (event.post_id === null || (event.post_id === post_id && event.media_index === media_index))
          again()
      },
      gap: again,
    })
  }, [post_id, media_index, refetch])

  const publishFollowing = (id: string, following: boolean) =>
    patchQuery(client, options.queryKey, (list) => ({
      ...list,
      pages: list.pages.map((page) => ({
        ...page,
        items: page.items.map((like) => (like.user_id === id ? { ...like, following } : like)),
      })),
    }))
  return { likes, publishFollowing }
}

function skeleton() {
  return (
    <Loading label={m.likes_loading()}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className={styles.rowSkeleton} />
      ))}
    </Loading>
  )
}

function LikesList({
  post_id,
  media_index,
  onLeave,
}: Omit<Props, 'open' | 'onOpenChange'> & { onLeave: () => void }) {
  const { likes, publishFollowing } = useLikes(post_id, media_index)
  const rows = listItems(likes.data)
  return (
    <PagedList
      query={likes}
      count={rows.length}
      failed={m.likes_failed()}
      level={3}
      skeleton={skeleton()}
      empty={<EmptyState art="likes" level={3} title={m.likes_empty()} />}
      next={{ label: m.likes_loading() }}
    >
      {rows.length > 0 && (
        <ul className={styles.list} aria-label={m.likes_title()}>
          {rows.map(({ id, user_id, user, following }) => (
            <li key={id}>
              <AppLink className={styles.row} href={`/user/${user_id}`} onClick={onLeave}>
                <Avatar person={user} size={44} />
                <span>
                  <b>
                    <bdi>{getName(user, NAMELESS.byline)}</bdi>
                  </b>
                  <small>@{user.username}</small>
                </span>
              </AppLink>
              <FollowButton
                person={{ ...user, following }}
                onChanged={() => publishFollowing(user_id, !following)}
              />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** The sheet that lists the people who like an item. */
export function LikesSheet({ post_id, media_index, open, onOpenChange }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.likes_title()}>
      <LikesList post_id={post_id} media_index={media_index} onLeave={() => onOpenChange(false)} />
    </Sheet>
  )
}
