import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { byDay } from '../../lib/days.ts'
import { EmptyState, Loaded, Loading, NextPage, Sheet, Skeleton } from '../../ui/index.ts'
import { notificationsQuery, readLine } from './notification-requests.ts'
import { NotificationRow, type OpenItem } from './notification-row.tsx'
import { useReadMarks } from './use-read-marks.ts'
import './notifications.css'

const Skeletons = () => (
  <Loading label={m.notifications_loading()}>
    {[0, 1, 2, 3].map((n) => (
      <Skeleton key={n} className="notification-skeleton" />
    ))}
  </Loading>
)

function ActivityList({ onLeave, onOpen }: { onLeave: () => void; onOpen: OpenItem }) {
  const client = useQueryClient()
  const list = useInfiniteQuery(notificationsQuery)
  const lines = list.data?.pages.flatMap(({ items }) => items) ?? []
  const isFresh = useReadMarks(lines, list.dataUpdatedAt)

  return (
    <Loaded query={list} failed={m.notifications_failed()} level={3} skeleton={<Skeletons />}>
      {lines.length === 0 && !list.hasNextPage && (
        <EmptyState art="likes" level={3} title={m.notifications_empty()}>
          {m.notifications_empty_text()}
        </EmptyState>
      )}
      {byDay(lines).map((day) => (
        <section key={day.key} aria-labelledby={`notification-${day.key}`}>
          <h3 id={`notification-${day.key}`} className="notification-day">
            {day.title}
          </h3>
          <ul>
            {day.items.map((notification) => (
              <li key={notification.id}>
                <NotificationRow
                  notification={notification}
                  fresh={isFresh(notification.id)}
                  onOpen={onOpen}
                  onFollow={() => {
                    if (notification.read_at === null)
                      readLine(client, notification.id).catch(() => undefined)
                    onLeave()
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <NextPage pages={list} label={m.notifications_next_loading()} />
    </Loaded>
  )
}

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onOpen: OpenItem }

/** The activity dialog: what others did to what is one's own, by day. Opening it marks what it shows as read. */
export function ActivitySheet({ open, onOpenChange, onOpen }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.notifications_activity()}>
      <div className="notifications">
        <ActivityList onLeave={() => onOpenChange(false)} onOpen={onOpen} />
      </div>
    </Sheet>
  )
}
