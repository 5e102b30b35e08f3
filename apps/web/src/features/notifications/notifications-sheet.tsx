import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { byDay } from '../../lib/text/days.ts'
import { listItems } from '../../lib/paging.ts'
import { EmptyState, Loading, PagedList, Sheet, Skeleton } from '../../ui/index.ts'
import { notificationsQuery, readLine } from './notification-requests.ts'
import { NotificationRow, type OpenItem } from './notification-row.tsx'
import { useReadMarks } from './use-read-marks.ts'
import styles from './notifications.module.css'

function Skeletons() {
  return (
    <Loading label={m.notifications_loading()}>
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} className={styles.skeleton} />
      ))}
    </Loading>
  )
}

function NotificationList({ onLeave, onOpen }: { onLeave: () => void; onOpen: OpenItem }) {
  const client = useQueryClient()
  const list = useInfiniteQuery(notificationsQuery)
  const lines = listItems(list.data)
  const isFresh = useReadMarks(lines, list.dataUpdatedAt)

  const empty = (
    <EmptyState art="likes" level={3} title={m.notifications_empty()}>
      {m.notifications_empty_text()}
    </EmptyState>
  )
  return (
    <PagedList
      query={list}
      count={lines.length}
      failed={m.notifications_failed()}
      level={3}
      skeleton={<Skeletons />}
      empty={empty}
      next={{ label: m.notifications_next_loading() }}
    >
      {byDay(lines).map((day) => (
        <section key={day.key} aria-labelledby={`notification-${day.key}`}>
          <h3 id={`notification-${day.key}`} className={styles.day}>
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
    </PagedList>
  )
}

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onOpen: OpenItem }

/** The activity dialog with notifications by day. Opening it marks the visible ones as read. */
export function NotificationsSheet({ open, onOpenChange, onOpen }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.notifications_activity()}>
      <div className={styles.root}>
        <NotificationList onLeave={() => onOpenChange(false)} onOpen={onOpen} />
      </div>
    </Sheet>
  )
}
