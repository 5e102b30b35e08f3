import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { listItems } from '../../lib/paging.ts'
import { PagedList } from '../../ui/index.ts'
import { LoadingRows } from './loading-rows.tsx'

type Props<T> = {
  query: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>
  className: string | undefined
  /** Shown if there are no imports. */
  empty: ReactNode
  children: (run: T) => ReactNode
}

/** A paginated list of imports, newest first. */
export function RunList<T extends { id: string }>({ query, className, empty, children }: Props<T>) {
  const runs = listItems(query.data)
  return (
    <PagedList
      query={query}
      count={runs.length}
      failed={m.imports_runs_failed()}
      skeleton={<LoadingRows />}
      empty={empty}
      next={{ label: m.imports_loading(), byHand: true }}
    >
      <ul className={className}>
        {runs.map((run) => (
          <li key={run.id}>{children(run)}</li>
        ))}
      </ul>
    </PagedList>
  )
}
