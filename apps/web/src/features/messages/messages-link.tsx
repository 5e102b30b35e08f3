import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import { useWide } from '../../ui/app-shell.tsx'
import { AppLink } from '../../ui/link.tsx'
import { unreadQuery } from './unread.ts'

/** A badge says `9+` for more than this many. */
const COUNTED_MAX = 9

function useUnread(): { unread: number; count: string | number } {
  const { status } = useSession()
  const { data } = useQuery({ ...unreadQuery, enabled: status === 'signed-in' })
  const unread = data?.unread_count ?? 0
  return { unread, count: unread > COUNTED_MAX ? `${COUNTED_MAX}+` : unread }
}

/** How many messages are unread, for the way to them in the rail; nothing when none is. */
export function UnreadMessages() {
  const { unread, count } = useUnread()
  if (unread === 0) return null
  return (
    <span className="count-badge rail-badge">
      {count}
      <span className="sr-only"> {m.messages_unread()}</span>
    </span>
  )
}

/**
 * The way to one's messages, with how many are unread; stands beside a bell, where no rail has it. `glass` on pictures.
 */
export function MessagesLink({ variant = 'plain' }: { variant?: 'plain' | 'glass' }) {
  const { unread, count } = useUnread()
  if (useWide()) return null
  return (
    <AppLink
      className={`icon-btn icon-btn-${variant}`}
      href="/messages"
      aria-label={unread ? m.messages_link_some({ count }) : m.messages_link()}
    >
      <MessageSquare size={24} aria-hidden="true" />
      {unread > 0 && (
        <span className="count-badge" aria-hidden="true">
          {count}
        </span>
      )}
    </AppLink>
  )
}
