import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { BADGE_MAX } from '../../ui/badge-count.ts'
import { toast } from '../../ui/toast.ts'
import type { OpenItem } from './notification-row.tsx'
import { unreadQuery } from './unread-requests.ts'

function load() {
  return import('./notifications-sheet.tsx')
}

type Dialog = Awaited<ReturnType<typeof load>>['NotificationsSheet']

function getLabel(unread: number): string {
  if (unread === 0) return m.notifications_bell()
  return unread > BADGE_MAX
    ? m.notifications_bell_many({ max: BADGE_MAX })
    : m.notifications_bell_some({ count: unread })
}

// Returns the live count. It loads after the first paint.
function useUnreadCount(): number {
  const client = useQueryClient()
  const [isCounting, setCounting] = useState(false)
  const { data = 0 } = useQuery({ ...unreadQuery, enabled: isCounting })
  useEffect(() => {
    let left = false
    let stop: (() => void) | undefined
    import('./live-notifications.ts').then(
      ({ watchNotifications }) => {
        if (left) return
        stop = watchNotifications(client)
        setCounting(true)
      },
      () => setCounting(true),
    )
    return () => {
      left = true
      stop?.()
    }
  }, [client])
  return data
}

/**
 * Returns the live count of unread notifications, and the props for a control that opens the activity dialog. `onOpen`
 * opens a photo or video in the lightbox, optionally with its comments. The dialog's code loads on the first click.
 */
export function useBell(onOpen: OpenItem) {
  const unread = useUnreadCount()
  const [open, setOpen] = useState(false)
  // Stored as state, so that the screen doesn't change if the dialog fails to load.
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const show = () =>
    load().then(
      ({ NotificationsSheet }) => {
        setDialog(() => NotificationsSheet)
        setOpen(true)
      },
      () =>
        toast({
          kind: 'error',
          title: m.notifications_error(),
          description: m.notifications_open_failed(),
        }),
    )
  return {
    unread,
    label: getLabel(unread),
    show: () => void show(),
    preload: () => void load().catch(() => undefined),
    dialog: Dialog && <Dialog open={open} onOpenChange={setOpen} onOpen={onOpen} />,
  }
}
