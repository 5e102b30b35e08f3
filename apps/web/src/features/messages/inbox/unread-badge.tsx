import { useQuery } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { classes } from '../../../lib/classes.ts'
import { useSession } from '../../../lib/use-session.ts'
import { badgeCount } from '../../../ui/badge-count.ts'
import { looks } from '../../../ui/looks.ts'
import { unreadQuery } from './unread-requests.ts'

/** Returns the number of unread messages, and the text for a badge. */
export function useUnread(): { unread: number; count: string | number } {
  const { status } = useSession()
  const { data } = useQuery({ ...unreadQuery, enabled: status === 'signed-in' })
  const unread = data?.unread_count ?? 0
  return { unread, count: badgeCount(unread) }
}

/** The unread count for the link in the rail. Renders nothing if there are no unread messages. */
export function UnreadBadge() {
  const { unread, count } = useUnread()
  if (unread === 0) return null
  return (
    <span className={classes(looks.countBadge, looks.railBadge)}>
      {count}
      <span className="sr-only"> {m.messages_unread()}</span>
    </span>
  )
}
