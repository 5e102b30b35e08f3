import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, EmptyState, Loading } from '../../ui/index.ts'
import './people.css'

/** The next page is asked for this long before its place is reached. */
const AHEAD = '900px 0px'

/** Something did not load, or cannot while the device is offline. */
export function Failed({ title, level = 2, onRetry }: { title: string; level?: 1 | 2; onRetry: () => void }) {
  return (
    <div role="alert" className="people-state">
      <EmptyState
        art="map"
        level={level}
        title={navigator.onLine ? title : m.people_offline_title()}
        action={
          <Button variant="line" onClick={onRetry}>
            {m.shell_retry()}
          </Button>
        }
      >
        {m.people_failed_text()}
      </EmptyState>
    </div>
  )
}

type Pages = {
  hasNextPage: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

type NextProps = {
  pages: Pages
  label: string
  /** A button asks for more: something below the list is to be reached. */
  byHand?: boolean
}

/** The end of a list so far: loads on as it comes near, and says so when that did not work. */
export function NextPage({ pages, label, byHand = false }: NextProps) {
  const { hasNextPage, isFetchNextPageError: isFailed, isFetchingNextPage: isWaiting, fetchNextPage } = pages
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mark.current || !hasNextPage || isFailed || isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: AHEAD,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFailed, isWaiting, fetchNextPage])
  if (!hasNextPage) return null
  if (isFailed)
    return (
      <div className="people-next" role="alert">
        <p>{m.people_next_failed()}</p>
        <Button variant="line" size="sm" onClick={() => void fetchNextPage()}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  if (byHand)
    return (
      <div className="people-next">
        <Button variant="line" busy={isWaiting && label} onClick={() => void fetchNextPage()}>
          {m.people_more()}
        </Button>
      </div>
    )
  return (
    <div ref={mark} className="people-next">
      <Loading label={label} />
    </div>
  )
}

type Query = { data: unknown; isError: boolean; fetchStatus: string; refetch: () => unknown }

/** What stands in the place of a list that is not there: on its way, or failed; else the list. */
export function ListState({
  query,
  failed,
  coming,
  children,
}: {
  query: Query
  failed: string
  coming: ReactNode
  children: ReactNode
}) {
  if (query.data !== undefined) return children
  if (query.isError || query.fetchStatus === 'paused')
    return <Failed title={failed} onRetry={() => void query.refetch()} />
  return coming
}
