import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { useWide } from '../../ui/app-shell.tsx'
import { AppLink } from '../../ui/link.tsx'
import { unreadQuery } from './unread.ts'
import { iconButtonLook } from '../../ui/icon-button.tsx'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'

/** A badge says `9+` for more than this many. */
const COUNTED_MAX = 9

function useUnread(): { unread: number; count: string | number } {
  const { status } = useSession()
  const { data } = useQuery({ ...unreadQuery, enabled: status === 'signed-in' })
  const unread = data?.unread_count ?? 0
  return { unread, count: unread > COUNTED_MAX ? `${COUNTED_MAX}+` : unread }
}

/** The number of unread messages for the link in the rail; renders nothing without any. */
export function UnreadMessages() {
  const { unread, count } = useUnread()
  if (unread === 0) return null
  return (
    <span className={classes(looks.countBadge, looks.railBadge)}>
      {count}
      <span className="sr-only"> {m.messages_unread()}</span>
    </span>
  )
}

/**
 * The link to the messages with the number of unread ones, beside the bell on screens without a rail. `glass` is the
 * variant on pictures.
 */
export function MessagesLink({ variant = 'plain' }: { variant?: 'plain' | 'glass' }) {
  const { unread, count } = useUnread()
  if (useWide()) return null
  return (
    <AppLink
      {...iconButtonLook(variant)}
      href="/messages"
      aria-label={unread ? m.messages_link_some({ count }) : m.messages_link()}
    >
      <MessageSquare size={24} aria-hidden="true" />
      {unread > 0 && (
        <span className={looks.countBadge} aria-hidden="true">
          {count}
        </span>
      )}
    </AppLink>
  )
}
