import { useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { Button, Loading, Skeleton } from '../../ui/index.ts'
import { latestNotificationsQuery, readLine } from './notification-requests.ts'
import { NotificationRow, type OpenItem } from './notification-row.tsx'
import './notifications.css'

function Lines({ onOpen }: { onOpen: OpenItem }) {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(latestNotificationsQuery)
  if (data && data.length > 0)
    return (
      <ul>
        {data.map((notification) => (
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
    )
  if (data)
    return (
      <div className="notification-card-note">
        <p>{m.notifications_empty()}</p>
        <p>{m.notifications_empty_text()}</p>
      </div>
    )
  if (isError)
    return (
      <div className="notification-card-note" role="alert">
        <p>{m.notifications_failed()}</p>
        <Button variant="line" size="sm" onClick={() => void refetch()}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  return (
    <Loading label={m.notifications_loading()}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className="notification-skeleton" />
      ))}
    </Loading>
  )
}

/**
 * A card with the newest notifications. It stands beside a bell, which updates it; being shown here marks nothing as
 * read. Needs no router.
 */
export function ActivityCard({ onOpen }: { onOpen: OpenItem }) {
  return (
    <section className="notification-card" aria-labelledby="activity-card">
      <h2 id="activity-card">{m.notifications_activity()}</h2>
      <Lines onOpen={onOpen} />
    </section>
  )
}
