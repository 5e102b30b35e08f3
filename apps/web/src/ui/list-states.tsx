import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '../i18n/messages.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Loading } from './skeleton.tsx'

type Level = 1 | 2 | 3

/** Something did not load, or cannot while the device is offline. */
export function Failed({ title, level = 2, onRetry }: { title: string; level?: Level; onRetry: () => void }) {
  return (
    <div role="alert" className="list-state">
      <EmptyState
        art="map"
        level={level}
        title={navigator.onLine ? title : m.shell_offline_title()}
        action={
          <Button variant="line" onClick={onRetry}>
            {m.shell_retry()}
          </Button>
        }
      >
        {m.shell_failed_offline_text()}
      </EmptyState>
    </div>
  )
}

type Query = { data: unknown; isError: boolean; fetchStatus: string; refetch: () => unknown }

type LoadedProps = { query: Query; failed: string; level?: Level; skeleton: ReactNode; children?: ReactNode }

/** Shows the state of content that is not there: loading or failed; else the content. */
export function Loaded({ query, failed, level = 2, skeleton, children }: LoadedProps) {
  if (query.data !== undefined) return children
  if (query.isError || query.fetchStatus === 'paused')
    return <Failed title={failed} level={level} onRetry={() => void query.refetch()} />
  return skeleton
}

type Pages = {
  hasNextPage: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

type NextProps = {
  pages: Pages
  /** The label while it loads. */
  label: string
  failed?: string
  /** A button asks for more: something below the list is to be reached. */
  byHand?: boolean
  /** It is asked for so long, in px, before its place is reached. */
  ahead?: number
}

/** The end of a list so far: loads on as it comes near, and says so when that did not work. */
export function NextPage({
  pages,
  label,
  failed = m.shell_next_failed(),
  byHand = false,
  ahead = 900,
}: NextProps) {
  const { hasNextPage, isFetchNextPageError: isFailed, isFetchingNextPage: isWaiting, fetchNextPage } = pages
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mark.current || !hasNextPage || isFailed || isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      root: mark.current.closest('[data-scrolls]'),
      rootMargin: `${ahead}px 0px`,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFailed, isWaiting, fetchNextPage, ahead])
  if (!hasNextPage) return null
  if (isFailed)
    return (
      <div className="list-next" role="alert">
        <p>{failed}</p>
        <Button variant="line" size="sm" onClick={() => void fetchNextPage()}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  if (byHand)
    return (
      <div className="list-next">
        <Button variant="line" busy={isWaiting && label} onClick={() => void fetchNextPage()}>
          {m.shell_more()}
        </Button>
      </div>
    )
  return (
    <div ref={mark} className="list-next">
      <Loading label={label} />
    </div>
  )
}
