import { useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { FailedNote, Loaded, Loading, Skeleton } from '../../ui/index.ts'
import { latestNotificationsQuery, readLine } from './notification-requests.ts'
import { NotificationRow, type OpenItem } from './notification-row.tsx'
import styles from './notifications.module.css'

function Skeletons() {
  return (
    <Loading label={m.notifications_loading()}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className={styles.skeleton} />
      ))}
    </Loading>
  )
}

function failed(retry: () => void) {
  return <FailedNote className={styles.cardNote} text={m.notifications_failed()} onRetry={retry} />
}

function Lines({ onOpen }: { onOpen: OpenItem }) {
  const client = useQueryClient()
  const query = useQuery(latestNotificationsQuery)
  const lines = query.data ?? []
  return (
    <Loaded query={query} failed={failed} skeleton={<Skeletons />}>
      {lines.length === 0 ? (
        <div className={styles.cardNote}>
          <p>{m.notifications_empty()}</p>
          <p>{m.notifications_empty_text()}</p>
        </div>
      ) : (
        <ul>
          {lines.map((notification) => (
            <li key={notification.id}>
              <NotificationRow
                notification={notification}
                fresh={false}
                onOpen={onOpen}
                onFollow={() => {
                  if (notification.read_at === null) readLine(client, notification.id).catch(() => undefined)
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

/**
 * A card with the newest notifications. The bell on the same screen updates it. Showing the card marks nothing as read.
 * Works without a router.
 */
export function NotificationsCard({ onOpen }: { onOpen: OpenItem }) {
  return (
    <section className={styles.card} aria-labelledby="notifications-card">
      <h2 id="notifications-card">{m.notifications_activity()}</h2>
      <Lines onOpen={onOpen} />
    </section>
  )
}
