import type { OwnContent } from '@nollie/contract'
import type { OwnKind } from '@nollie/contract/own-kinds'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { EmptyState, Loaded, Loading, NextPage, Skeleton } from '../../ui/index.ts'
import { mineQuery } from './suspended-requests.ts'

const EMPTY = {
  posts: { art: 'gallery', title: m.suspended_posts_empty },
  spots: { art: 'spots', title: m.suspended_spots_empty },
  comments: { art: 'comments', title: m.suspended_comments_empty },
  discussions: { art: 'discussions', title: m.suspended_discussions_empty },
  messages: { art: 'comments', title: m.suspended_messages_empty },
} as const

/** Everything of a kind, page by page; `children` draws what is loaded so far. */
export function OwnItems({
  kind,
  children,
}: {
  kind: OwnKind
  children: (items: readonly OwnContent[]) => ReactNode
}) {
  const query = useInfiniteQuery(mineQuery(kind))
  const items = query.data?.pages.flatMap(({ items }) => items) ?? []
  const { art, title } = EMPTY[kind]
  return (
    <Loaded
      query={query}
      failed={m.suspended_failed()}
      skeleton={
        <div className="settings-skeleton">
          <Loading label={m.suspended_loading()}>
            <Skeleton className="h-24" />
          </Loading>
        </div>
      }
    >
      {items.length === 0 ? <EmptyState art={art} level={3} title={title()} /> : children(items)}
      <NextPage pages={query} label={m.suspended_loading()} byHand />
    </Loaded>
  )
}
