import type { OwnContent } from '@nollie/contract'
import type { OwnKind } from '@nollie/contract/my-data/own-kinds'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { listItems } from '../../lib/paging.ts'
import { EmptyState, Loading, PagedList, Skeleton } from '../../ui/index.ts'
import { ownContentQuery } from './suspended-requests.ts'
import { settingsLook } from '../settings/index.ts'
import styles from './suspended.module.css'

const EMPTY = {
  posts: { art: 'gallery', title: m.suspended_posts_empty },
  spots: { art: 'spots', title: m.suspended_spots_empty },
  drafts: { art: 'spots', title: m.suspended_drafts_empty },
  comments: { art: 'comments', title: m.suspended_comments_empty },
  discussions: { art: 'discussions', title: m.suspended_discussions_empty },
  messages: { art: 'comments', title: m.suspended_messages_empty },
} as const

/** All of the person's content of one kind, paginated; `children` renders the items that have loaded. */
export function OwnItems({
  kind,
  children,
}: {
  kind: OwnKind
  children: (items: readonly OwnContent[]) => ReactNode
}) {
  const query = useInfiniteQuery(ownContentQuery(kind))
  const items = listItems(query.data)
  const { art, title } = EMPTY[kind]
  return (
    <PagedList
      query={query}
      count={items.length}
      failed={m.suspended_failed()}
      skeleton={
        <div className={settingsLook.skeleton}>
          <Loading label={m.suspended_loading()}>
            <Skeleton className={styles.ownSkeleton} />
          </Loading>
        </div>
      }
      empty={<EmptyState art={art} level={3} title={title()} />}
      next={{ label: m.suspended_loading(), byHand: true }}
    >
      {children(items)}
    </PagedList>
  )
}
