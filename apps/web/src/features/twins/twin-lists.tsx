import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { listItems } from '../../lib/paging.ts'
import { EmptyState, Loading, PagedList, Skeleton } from '../../ui/index.ts'
import { MergeRow } from './merge-row.tsx'
import { PairRow } from './pair-row.tsx'
import { mergesQuery, pairsQuery } from './twin-requests.ts'
import styles from './twins.module.css'

function states() {
  return {
    failed: m.twins_list_failed(),
    skeleton: (
      <Loading label={m.twins_loading()}>
        <Skeleton className={styles.pairSkeleton} />
      </Loading>
    ),
    next: { label: m.twins_loading(), byHand: true },
  }
}

/** Possible duplicates that the viewer can merge. */
function TwinPairs() {
  const query = useInfiniteQuery(pairsQuery(null))
  const pairs = listItems(query.data)
  const empty = (
    <EmptyState art="spots" title={m.twins_empty()}>
      {m.twins_empty_text()}
    </EmptyState>
  )
  return (
    <PagedList {...states()} query={query} count={pairs.length} empty={empty}>
      <ul className={styles.list}>
        {pairs.map((pair) => (
          <li key={`${pair.spots[0].id} ${pair.spots[1].id}`}>
            <PairRow pair={pair} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

/** Merges that the viewer can undo. */
function Merges() {
  const query = useInfiniteQuery(mergesQuery(null))
  const merges = listItems(query.data)
  const empty = (
    <EmptyState art="spots" title={m.twins_merges_empty()}>
      {m.twins_merges_empty_text()}
    </EmptyState>
  )
  return (
    <PagedList {...states()} query={query} count={merges.length} empty={empty}>
      <ul className={styles.list}>
        {merges.map((merge) => (
          <li key={merge.id}>
            <MergeRow merge={merge} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

/** {@link TwinPairs} as a separate screen. */
export function OwnTwinPairs() {
  return (
    <div className={styles.inset}>
      <TwinPairs />
    </div>
  )
}

/** {@link Merges} as a separate screen. */
export function OwnMerges() {
  return (
    <div className={styles.inset}>
      <Merges />
    </div>
  )
}

/** Both lists, one below the other, as a panel on the moderators' screen. */
export function TwinWork() {
  return (
    <>
      <TwinPairs />
      <h2 className={styles.heading}>{m.twins_merges()}</h2>
      <Merges />
    </>
  )
}
