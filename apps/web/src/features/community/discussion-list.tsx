import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { Discussion } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import type { NewItems, PageOf, Pages } from '../../lib/newest-first.ts'
import {
  Button,
  EmptyState,
  Loaded,
  Loading,
  NewItemsPill,
  NextPage,
  Skeleton,
  toast,
} from '../../ui/index.ts'
import { type DiscussionFilter, discussions, discussionsQuery, isNewest } from './community-requests.ts'
import { DiscussionCard } from './discussion-card.tsx'
import { useLiveNewest, useLiveOthers } from './use-live-discussions.ts'

const newerLabel = ({ count, more }: NewItems) => {
  if (count === 0) return null
  if (more) return m.community_newer_max({ count })
  return count === 1 ? m.community_newer_one() : m.community_newer({ count })
}

const newerFailed = () =>
  toast({ kind: 'error', title: m.community_error(), description: m.community_newer_failed() })

type Props = {
  filter: DiscussionFilter
  /** Shows all of them, where none fits. */
  onAll: () => void
}
type ListProps = Props & {
  query: UseInfiniteQueryResult<Pages<PageOf<Discussion>>>
  pill: React.ReactNode
}

function List({ query, filter: { category, q }, onAll, pill }: ListProps) {
  const all = discussions.itemsOf(query.data)
  const isFiltered = category !== null || q !== ''
  const pending = (
    <Loading label={m.community_loading()}>
      <div className="discussion-list">
        <Skeleton className="discussion-skeleton" />
        <Skeleton className="discussion-skeleton" />
      </div>
    </Loading>
  )
  return (
    <Loaded query={query} failed={m.community_failed()} skeleton={pending}>
      {pill}
      {all.length === 0 && !query.hasNextPage && (
        <div role="status">
          {isFiltered ? (
            <EmptyState
              art="search"
              title={m.community_none_fit()}
              action={<Button onClick={onAll}>{m.community_to_all()}</Button>}
            />
          ) : (
            <EmptyState art="discussions" title={m.community_empty()} />
          )}
        </div>
      )}
      <ul className="discussion-list">
        {all.map((discussion) => (
          <li key={discussion.id}>
            <DiscussionCard discussion={discussion} />
          </li>
        ))}
      </ul>
      <NextPage pages={query} label={m.community_loading()} />
    </Loaded>
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
  const answerText = isBehind ? m.community_new_answers() : null
  const pill = <NewItemsPill label={answerText} onShow={showNewer} onFailed={newerFailed} />
  return <List {...props} query={query} pill={pill} />
}

/** Discussions as the filter says, live: new ones come on top of the newest, nothing moves in any other list. */
export const DiscussionList = (props: Props) =>
  isNewest(props.filter) ? <NewestList {...props} /> : <OtherList {...props} />
