import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { listen } from '../../lib/live.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { patchQuery } from '../../lib/query-patch.ts'
import { AppLink, Avatar, EmptyState, Loaded, Loading, NextPage, Sheet, Skeleton } from '../../ui/index.ts'
import { FollowButton } from '../people/follow-button.tsx'
import { likesQuery } from './post-requests.ts'

type Props = {
  post_id: string
  media_index: number
  open: boolean
  onOpenChange: (open: boolean) => void
}

function LikesList({
  post_id,
  media_index,
  onLeave,
}: Omit<Props, 'open' | 'onOpenChange'> & { onLeave: () => void }) {
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

  const publishedFollowing = (id: string, following: boolean) =>
    patchQuery(client, options.queryKey, (list) => ({
      ...list,
      pages: list.pages.map((page) => ({
        ...page,
        items: page.items.map((like) => (like.user_id === id ? { ...like, following } : like)),
      })),
    }))
  const rows = likes.data?.pages.flatMap(({ items }) => items) ?? []
  const skeleton = (
    <Loading label={m.posts_likes_loading()}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className="likes-row-skeleton" />
      ))}
    </Loading>
  )
  return (
    <Loaded query={likes} failed={m.posts_likes_failed()} level={3} skeleton={skeleton}>
      {rows.length === 0 && <EmptyState art="likes" level={3} title={m.posts_likes_empty()} />}
      {rows.length > 0 && (
        <ul className="likes-list" aria-label={m.posts_likes()}>
          {rows.map(({ id, user_id, user, following }) => (
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
              <FollowButton
                person={{ ...user, following }}
                onChanged={() => publishedFollowing(user_id, !following)}
              />
            </li>
          ))}
        </ul>
      )}
      <NextPage pages={likes} label={m.posts_likes_loading()} />
    </Loaded>
  )
}

/** Who likes an item: the content of the dialog. */
export function LikesSheet({ post_id, media_index, open, onOpenChange }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.posts_likes()}>
      <LikesList post_id={post_id} media_index={media_index} onLeave={() => onOpenChange(false)} />
    </Sheet>
  )
}
