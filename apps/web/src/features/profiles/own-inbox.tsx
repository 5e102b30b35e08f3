import { useOpenItem } from '../lightbox/index.ts'
import { MessagesLink } from '../messages/index.ts'
import { NotificationBell } from '../notifications/index.ts'

/** Links to messages and notifications on the viewer's own profile page, at either of its URLs (NOTIF-03). */
export function OwnInbox({ variant = 'plain' }: { variant?: 'plain' | 'glass' }) {
  return (
    <>
      <MessagesLink variant={variant} />
      <NotificationBell onOpen={useOpenItem()} variant={variant} />
    </>
  )
}
