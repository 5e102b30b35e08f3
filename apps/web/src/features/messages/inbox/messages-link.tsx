import { MessageSquare } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { useWide } from '../../../ui/layout/app-shell.tsx'
import { AppLink } from '../../../ui/link.tsx'
import { useUnread } from './unread-badge.tsx'
import { iconButtonLook } from '../../../ui/icon-button.tsx'
import { looks } from '../../../ui/looks.ts'

/** The link to messages with the unread count, next to the bell on screens without a rail. */
export function MessagesLink() {
  const { unread, count } = useUnread()
  if (useWide()) return null
  return (
    <AppLink
      {...iconButtonLook()}
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
