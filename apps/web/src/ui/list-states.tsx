import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '../i18n/messages.ts'
import { Button } from './button.tsx'
import { EmptyState } from './notices/empty-state.tsx'
import { Loading } from './skeleton.tsx'
import styles from './list-states.module.css'

type Level = 1 | 2 | 3

/** The error state shown when content fails to load or the device is offline. */
export function Failed({ title, level = 2, onRetry }: { title: string; level?: Level; onRetry: () => void }) {
  return (
    <div role="alert" className={styles.state}>
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

type FailedNoteProps = { text: string; className: string | undefined; again?: string; onRetry: () => void }

/** An error state inside a card or panel: a message and a retry button. */
export function FailedNote({ text, className, again = m.shell_retry(), onRetry }: FailedNoteProps) {
  return (
    <div className={className} role="alert">
      <p>{text}</p>
      <Button variant="line" size="sm" onClick={onRetry}>
        {again}
      </Button>
    </div>
  )
}

type Query = { data: unknown; isError: boolean; fetchStatus: string; refetch: () => unknown }

type LoadedProps = {
  query: Query
  /** The title for {@link Failed}, or a function that renders the error with a retry button. */
  failed: string | ((retry: () => void) => ReactNode)
  level?: Level | undefined
  skeleton: ReactNode
  children?: ReactNode
}

/** Renders a query's content, or its loading, error, or offline state. */
export function Loaded({ query, failed, level = 2, skeleton, children }: LoadedProps) {
  if (query.data !== undefined) return children
  if (!query.isError && query.fetchStatus !== 'paused') return skeleton
  const retry = () => void query.refetch()
  return typeof failed === 'string' ? <Failed title={failed} level={level} onRetry={retry} /> : failed(retry)
}

type Pages = {
  hasNextPage: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

type NextProps = {
  pages: Pages
  /** The label while the page loads. */
  label: string
  failed?: string | undefined
  /** Whether people load more with a button, because there's content below the list. */
  byHand?: boolean | undefined
  /** The button's label. */
  more?: string
  className?: string | undefined
  /** The distance (px) from the end at which the next page loads. */
  ahead?: number | undefined
}

/** The end of a list: loads the next page as the viewport gets near, and offers a retry button if that fails. */
export function NextPage({
  pages,
  label,
  failed = m.shell_next_failed(),
  byHand = false,
  more = m.shell_more(),
  className = styles.next,
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
      <div className={className} role="alert">
        <p>{failed}</p>
        <Button variant="line" size="sm" onClick={() => void fetchNextPage()}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  if (byHand)
    return (
      <div className={className}>
        <Button variant="line" busy={isWaiting && label} onClick={() => void fetchNextPage()}>
          {more}
        </Button>
      </div>
    )
  return (
    <div ref={mark} className={className}>
      <Loading label={label} />
    </div>
  )
}

type ListProps = LoadedProps & {
  query: Query & Pages
  /** The number of rows loaded so far. */
  count: number
  /** The empty state. */
  empty: ReactNode
  /** Content above the list, even if the list is empty. */
  top?: ReactNode
  /** Props for {@link NextPage}. */
  next: Omit<NextProps, 'pages'>
  /** The rows. */
  children: ReactNode
}

/** A paginated list, with its loading, error, and empty states. */
export function PagedList({ query, count, empty, top, next, children, ...states }: ListProps) {
  const { data, hasNextPage, fetchNextPage } = query
  const isEmpty = count === 0
  // Deletions may have emptied all loaded pages.
  const isEmptied = data !== undefined && isEmpty && hasNextPage && !next.byHand
  useEffect(() => {
    if (isEmptied) void fetchNextPage()
  }, [data, isEmptied, fetchNextPage])
  return (
    <Loaded query={query} {...states}>
      {top}
      {isEmpty && !hasNextPage ? empty : children}
      <NextPage pages={query} {...next} />
    </Loaded>
  )
}
