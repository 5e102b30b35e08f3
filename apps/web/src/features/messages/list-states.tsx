import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, EmptyState, Loading } from '../../ui/index.ts'

/** The next page is asked for this long before its place is reached. */
const AHEAD = '600px 0px'

/** Something did not load, or cannot while the device is offline. */
export function Failed({
  title,
  level = 2,
  onRetry,
}: {
  title: string
  level?: 1 | 2 | 3
  onRetry: () => void
}) {
  return (
    <div role="alert" className="messages-state">
      <EmptyState
        art="map"
        level={level}
        title={navigator.onLine ? title : m.messages_offline()}
        action={
          <Button variant="line" onClick={onRetry}>
            {m.shell_retry()}
          </Button>
        }
      >
        {m.messages_failed_text()}
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

type Words = { loading: string; failed: string }

/** The end of a list so far: loads on as it comes near, and says so when that did not work. */
export function NextPage({ pages, words }: { pages: Pages; words: Words }) {
  const { hasNextPage, isFetchNextPageError: isFailed, isFetchingNextPage: isWaiting, fetchNextPage } = pages
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mark.current || !hasNextPage || isFailed || isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      root: mark.current.closest('[data-scrolls]'),
      rootMargin: AHEAD,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFailed, isWaiting, fetchNextPage])
  if (!hasNextPage) return null
  if (isFailed)
    return (
      <div className="messages-next" role="alert">
        <p>{words.failed}</p>
        <Button variant="line" size="sm" onClick={() => void fetchNextPage()}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  return (
    <div ref={mark} className="messages-next">
      <Loading label={words.loading} />
    </div>
  )
}

type Query = { data: unknown; isError: boolean; fetchStatus: string; refetch: () => unknown }

/** What stands in the place of something that is not there: on its way, or failed; else the thing. */
export function Loaded({
  query,
  failed,
  level = 2,
  coming,
  children,
}: {
  query: Query
  failed: string
  level?: 1 | 2 | 3
  coming: ReactNode
  children: ReactNode
}) {
  if (query.data !== undefined) return children
  if (query.isError || query.fetchStatus === 'paused')
    return <Failed title={failed} level={level} onRetry={() => void query.refetch()} />
  return coming
}
