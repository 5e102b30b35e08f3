import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { BADGE_MAX } from '../../ui/badge-count.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import type { OpenItem } from './notification-row.tsx'
import { unreadQuery } from './unread-requests.ts'

const load = () => import('./notifications-sheet.tsx')
type Dialog = Awaited<ReturnType<typeof load>>['NotificationsSheet']

const getLabel = (unread: number): string => {
  if (unread === 0) return m.notifications_bell()
  return unread > BADGE_MAX
    ? m.notifications_bell_many({ max: BADGE_MAX })
    : m.notifications_bell_some({ count: unread })
}

type Props = {
  /** Opens a photo or video in the lightbox, optionally with its comments. */
  onOpen: OpenItem
  /** Use `glass` on top of images. */
  variant?: 'plain' | 'glass'
}

/**
 * The bell with a live count of unread notifications. It opens the activity dialog. The count loads after the first
 * paint, and the dialog's code on the first click. Works without a router.
 */
export function NotificationBell({ onOpen, variant = 'plain' }: Props) {
  const client = useQueryClient()
  const [isCounting, setCounting] = useState(false)
  const [open, setOpen] = useState(false)
  // Stored as state, so that the screen doesn't change if the dialog fails to load.
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: isCounting })

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

  return (
    <>
      <IconButton
        variant={variant}
        label={getLabel(unread)}
        count={unread}
        aria-haspopup="dialog"
        onClick={() => void show()}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <Bell size={24} aria-hidden="true" />
      </IconButton>
      {Dialog && <Dialog open={open} onOpenChange={setOpen} onOpen={onOpen} />}
    </>
  )
}
