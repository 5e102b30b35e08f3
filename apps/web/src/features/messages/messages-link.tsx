import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { AppLink } from '../../ui/link.tsx'
import { unreadQuery } from './unread.ts'

/** A badge says `9+` for more than this many. */
const COUNTED_MOST = 9

/** The way to one's messages, with how many are unread; stands beside a bell. `glass` on pictures. */
export function MessagesLink({ variant = 'plain' }: { variant?: 'plain' | 'glass' }) {
  const unread = useQuery(unreadQuery).data?.unread_count ?? 0
  const count = unread > COUNTED_MOST ? `${COUNTED_MOST}+` : unread
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
