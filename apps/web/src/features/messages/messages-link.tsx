import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { AppLink } from '../../ui/link.tsx'
import { unreadQuery, watchUnread } from './unread.ts'

/** A badge says `9+` for more than this many. */
const COUNTED_MOST = 9

const labelOf = (unread: number): string => {
  if (unread === 0) return m.messages_link()
  return unread > COUNTED_MOST
    ? m.messages_link_many({ most: COUNTED_MOST })
    : m.messages_link_some({ count: unread })
}

/** The way to one's messages, with how many are unread, live. `glass` on pictures. */
export function MessagesLink({ variant = 'plain' }: { variant?: 'plain' | 'glass' }) {
  const client = useQueryClient()
  const { data } = useQuery(unreadQuery)
  useEffect(() => watchUnread(client), [client])
  const unread = data?.unread_count ?? 0
  return (
    <AppLink className={`icon-btn icon-btn-${variant}`} href="/messages" aria-label={labelOf(unread)}>
      <MessageSquare size={23} aria-hidden="true" />
      {unread > 0 && (
        <span className="count-badge" aria-hidden="true">
          {unread > COUNTED_MOST ? '9+' : unread}
        </span>
      )}
    </AppLink>
  )
}
