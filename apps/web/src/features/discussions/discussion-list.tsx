import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { Discussion } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import type { NewItems, PageOf, Pages } from '../../lib/lists/newest-first.ts'
import { Button, EmptyState, Loading, NewItemsPill, PagedList, Skeleton, toast } from '../../ui/index.ts'
import { type DiscussionFilter, discussions, discussionsQuery, isNewest } from './discussion-requests.ts'
import { DiscussionCard } from './discussion-card.tsx'
import { useLiveNewest, useLiveOthers } from './use-live-discussions.ts'
import styles from './discussions.module.css'

function newerLabel({ count, more }: NewItems) {
  if (count === 0) return null
  return more ? m.discussions_newer_max({ count }) : m.discussions_newer({ count })
}

function newerFailed() {
  return toast({ kind: 'error', title: m.discussions_error(), description: m.discussions_newer_failed() })
}

type Props = {
  filter: DiscussionFilter
  /** Clears the filter. Offered if no discussion matches. */
  onAll: () => void
}
type ListProps = Props & {
  query: UseInfiniteQueryResult<Pages<PageOf<Discussion>>>
  pill: React.ReactNode
}

function List({ query, filter: { category, q }, onAll, pill }: ListProps) {
  const all = discussions.listItems(query.data)
  const isFiltered = category !== null || q !== ''
  const pending = (
    <Loading label={m.discussions_loading()}>
      <div className={styles.list}>
        <Skeleton className={styles.skeleton} />
        <Skeleton className={styles.skeleton} />
      </div>
    </Loading>
  )
  const empty = (
    <div role="status">
      {isFiltered ? (
        <EmptyState
          art="search"
          title={m.discussions_no_matches()}
          action={<Button onClick={onAll}>{m.discussions_show_all()}</Button>}
        />
      ) : (
        <EmptyState art="discussions" title={m.discussions_empty()} />
      )}
    </div>
  )
  return (
    <PagedList
      query={query}
      count={all.length}
      failed={m.discussions_failed()}
      skeleton={pending}
      top={pill}
      empty={empty}
      next={{ label: m.discussions_loading() }}
    >
      <ul className={styles.list}>
        {all.map((discussion) => (
          <li key={discussion.id}>
            <DiscussionCard discussion={discussion} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

function NewestList(props: Props) {
  const query = useInfiniteQuery(discussionsQuery(props.filter))
  const { newer, showNewer } = useLiveNewest(props.filter, query.data !== undefined)
  const pill = <NewItemsPill label={newerLabel(newer)} onShow={showNewer} onFailed={newerFailed} />
  return <List {...props} query={query} pill={pill} />
}

function OtherList(props: Props) {
  const query = useInfiniteQuery(discussionsQuery(props.filter))
  const { isBehind, showNewer } = useLiveOthers(props.filter)
  const answerText = isBehind ? m.discussions_new_replies() : null
  const pill = <NewItemsPill label={answerText} onShow={showNewer} onFailed={newerFailed} />
  return <List {...props} query={query} pill={pill} />
}

/**
 * A live list of the discussions that match a filter. New ones appear at the top if it's sorted newest first; other
 * lists retain their order.
 */
export function DiscussionList(props: Props) {
  return isNewest(props.filter) ? <NewestList {...props} /> : <OtherList {...props} />
}
