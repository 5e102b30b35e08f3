import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, EmptyState, Loading, Sheet, Skeleton } from '../../ui/index.ts'
import { byDay } from './news-days.ts'
import { newsQuery, readLine } from './news-requests.ts'
import { NewsRow, type OpenItem } from './news-row.tsx'
import { useReadMarks } from './use-read-marks.ts'
import './notifications.css'

/** The next page is asked for this long before its place is reached. */
const AHEAD = '600px 0px'

type NextProps = { isFailed: boolean; isWaiting: boolean; onNear: () => unknown }

function Next({ isFailed, isWaiting, onNear }: NextProps) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mark.current || isFailed || isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      root: mark.current.closest('.sheet-body'),
      rootMargin: AHEAD,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [isFailed, isWaiting, onNear])
  if (isFailed)
    return (
      <div className="news-next" role="alert">
        <p>{m.notifications_next_failed()}</p>
        <Button variant="line" size="sm" onClick={() => void onNear()}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  return (
    <div ref={mark} className="news-next">
      <Loading label={m.notifications_next_loading()} />
    </div>
  )
}

function Failed({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        art="map"
        level={3}
        title={isOffline ? m.notifications_offline() : m.notifications_failed()}
        action={
          <Button variant="line" onClick={onRetry}>
            {m.shell_retry()}
          </Button>
        }
      >
        {m.notifications_failed_text()}
      </EmptyState>
    </div>
  )
}

const Coming = () => (
  <Loading label={m.notifications_loading()}>
    {[0, 1, 2, 3].map((n) => (
      <Skeleton key={n} className="news-coming" />
    ))}
  </Loading>
)

function ActivityList({ onLeave, onOpen }: { onLeave: () => void; onOpen: OpenItem }) {
  const client = useQueryClient()
  const list = useInfiniteQuery(newsQuery)
  const { data, isError, fetchStatus, refetch, fetchNextPage } = list
  const lines = data?.pages.flatMap(({ items }) => items) ?? []
  const isFresh = useReadMarks(lines, list.dataUpdatedAt)
  const isOffline = fetchStatus === 'paused'

  if (!data && (isError || isOffline))
    return <Failed isOffline={isOffline || !navigator.onLine} onRetry={() => void refetch()} />
  if (!data) return <Coming />
  if (lines.length === 0 && !list.hasNextPage)
    return (
      <EmptyState art="likes" level={3} title={m.notifications_empty()}>
        {m.notifications_empty_text()}
      </EmptyState>
    )
  return (
    <>
      {byDay(lines).map((day) => (
        <section key={day.key} aria-labelledby={`news-${day.key}`}>
          <h3 id={`news-${day.key}`} className="news-day">
            {day.title}
          </h3>
          <ul>
            {day.items.map((news) => (
              <li key={news.id}>
                <NewsRow
                  news={news}
                  fresh={isFresh(news.id)}
                  onOpen={onOpen}
                  onFollow={() => {
                    if (news.read_at === null) readLine(client, news.id).catch(() => undefined)
                    onLeave()
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Next
          isFailed={list.isFetchNextPageError}
          isWaiting={list.isFetchingNextPage}
          onNear={fetchNextPage}
        />
      )}
    </>
  )
}

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onOpen: OpenItem }

/** The activity dialog: what others did to what is one's own, by day. Opening it marks what it shows as read. */
export function ActivitySheet({ open, onOpenChange, onOpen }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.notifications_activity()}>
      <div className="news">
        <ActivityList onLeave={() => onOpenChange(false)} onOpen={onOpen} />
      </div>
    </Sheet>
  )
}
