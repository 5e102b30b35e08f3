import { Bell } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import type { OpenItem } from './notification-row.tsx'
import { useBell } from './use-bell.tsx'

type Props = {
  /** Opens a photo or video in the lightbox, optionally with its comments. */
  onOpen: OpenItem
}

/** The bell with a live count of unread notifications. It opens the activity dialog. Works without a router. */
export function NotificationBell({ onOpen }: Props) {
  const { unread, label, show, preload, dialog } = useBell(onOpen)
  return (
    <>
      <IconButton label={label} count={unread} aria-haspopup="dialog" onClick={show} onPointerEnter={preload}>
        <Bell size={24} aria-hidden="true" />
      </IconButton>
      {dialog}
    </>
  )
}
