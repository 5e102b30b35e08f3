import { useOpenItem } from '../../lightbox/index.ts'
import { MessagesLink } from '../../messages/index.ts'
import { NotificationBell } from '../../notifications/index.ts'

/** Links to messages and notifications on the public view of one's own page (NOTIF-03). */
export function OwnInbox() {
  return (
    <>
      <MessagesLink />
      <NotificationBell onOpen={useOpenItem()} />
    </>
  )
}
