import type { Meetup } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Flag, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { whyNot } from '../../ui/error-text.ts'
import { ConfirmDialog, Menu, MenuItem, toast, useForm } from '../../ui/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ReportDialog } from '../reports/index.ts'
import { cancelMeetup } from './meetup-requests.ts'

const Dialog = lazyPart(() =>
  import('./meetup-dialog.tsx').then(({ MeetupDialog }) => ({ default: MeetupDialog })),
)

function CancelDialog({ id, onClosed }: { id: string; onClosed: () => void }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const { busy, submit } = useForm({
    send: async () => {
      await cancelMeetup(client, id)
      toast({ kind: 'success', title: m.meetups_cancel_done() })
      setOpen(false)
    },
    explain: (error) => ({
      title: m.meetups_cancel_failed(),
      description: whyNot(error, m.meetups_try_again()),
    }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={m.meetups_cancel_title()}
      confirm={m.meetups_cancel()}
      cancel={m.meetups_cancel_back()}
      busy={busy && m.meetups_canceling()}
      onConfirm={() => void submit()}
    >
      {m.meetups_cancel_text()}
    </ConfirmDialog>
  )
}

type Props = { meetup: Meetup /** Whether it can still be changed. */; isOpen: boolean }

/** A session's menu: its host edits or cancels it, everyone else can report it. */
export function MeetupActions({ meetup, isOpen }: Props) {
  const [shown, setShown] = useState<'edit' | 'cancel' | 'report' | null>(null)
  const close = () => setShown(null)
  if (meetup.is_own && !isOpen) return null
  const spot = { ...meetup.spot, time_zone: meetup.time_zone }
  return (
    <>
      <Menu label={m.meetups_actions()}>
        {meetup.is_own && (
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setShown('edit')}>
            {m.meetups_edit()}
          </MenuItem>
        )}
        {meetup.is_own && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setShown('cancel')}>
            {m.meetups_cancel()}
          </MenuItem>
        )}
        {!meetup.is_own && (
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setShown('report')}>
            {m.meetups_report()}
          </MenuItem>
        )}
      </Menu>
      {shown === 'edit' && (
        <Suspense fallback={null}>
          <Dialog spot={spot} meetup={meetup} onClosed={close} />
        </Suspense>
      )}
      {shown === 'cancel' && <CancelDialog id={meetup.id} onClosed={close} />}
      {shown === 'report' && <ReportDialog subject={{ kind: 'meetup', id: meetup.id }} onClose={close} />}
    </>
  )
}
