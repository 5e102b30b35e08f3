import type { Crew } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Flag, LogOut, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call, messageOf } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { Button, ConfirmDialog, Menu, MenuItem, toast, useForm } from '../../ui/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { CrewForm } from './crew-form.tsx'
import { reloadCrews } from './crew-requests.ts'
import styles from './crews.module.css'

/** What is asked before something is done, with its texts. */
type Question = { title: string; text: string; confirm: string; send: () => Promise<unknown> }

/** Asks before something that closes spots and posts of a crew is done. */
export function AskFirst({ question, onClosed }: { question: Question; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const { busy, submit } = useForm({
    send: async () => {
      await question.send()
      setOpen(false)
    },
    explain: (error) => ({
      title: m.crews_action_failed(),
      description: messageOf(error, m.crews_try_again()),
    }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={question.title}
      confirm={question.confirm}
      busy={busy && m.shell_loading()}
      onConfirm={() => void submit()}
    >
      <p>{question.text}</p>
    </ConfirmDialog>
  )
}

/** How a crew is left and deleted, which both lead back to the list. */
function useEnds({ id: crew_id, name: crew }: Crew): Record<'leave' | 'delete', Question> {
  const client = useQueryClient()
  const done = async (title: string) => {
    toast({ kind: 'success', title })
    go('/crews', { replace: true })
    await reloadCrews(client, true)
  }
  const params = { crew_id }
  return {
    leave: {
      title: m.crews_leave_title({ crew }),
      text: m.crews_leave_text(),
      confirm: m.crews_leave(),
      send: async () => {
        await call('DELETE /api/crews/:crew_id/membership', { params })
        await done(m.crews_left({ crew }))
      },
    },
    delete: {
      title: m.crews_delete_title({ crew }),
      text: m.crews_delete_text(),
      confirm: m.crews_delete(),
      send: async () => {
        await call('DELETE /api/crews/:crew_id', { params })
        await done(m.crews_deleted({ crew }))
      },
    },
  }
}

function RenameCrew({ crew, onClosed }: { crew: Crew; onClosed: () => void }) {
  const client = useQueryClient()
  return (
    <CrewForm
      title={m.crews_rename()}
      // The neutral name is nobody's choice.
      name={crew.is_name_hidden ? '' : crew.name}
      submit={m.crews_save()}
      busy={m.crews_saving()}
      failed={m.crews_action_failed()}
      send={async (name) => {
        await call('PATCH /api/crews/:crew_id', { params: { crew_id: crew.id }, body: { name } })
        await reloadCrews(client)
      }}
      onClosed={onClosed}
    />
  )
}

/** Says to the owner of a crew that moderators hide its name, and offers to choose another; nothing otherwise. */
export function HiddenName({ crew }: { crew: Crew }) {
  const [isOpen, setOpen] = useState(false)
  if (!crew.is_name_hidden) return null
  return (
    <>
      <div className={styles.hiddenName} role="status">
        <p>{m.crews_name_hidden()}</p>
        <Button size="sm" variant="ink" onClick={() => setOpen(true)}>
          {m.crews_name_choose()}
        </Button>
      </div>
      {isOpen && <RenameCrew crew={crew} onClosed={() => setOpen(false)} />}
    </>
  )
}

/** The actions on a crew: rename, leave, delete, report. */
export function CrewMenu({ crew }: { crew: Crew }) {
  const [shown, setShown] = useState<'rename' | 'leave' | 'delete' | 'report' | null>(null)
  const ends = useEnds(crew)
  const isOwner = crew.role === 'owner'
  const close = () => setShown(null)
  return (
    <>
      <Menu label={m.crews_menu({ crew: crew.name })}>
        {isOwner && (
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setShown('rename')}>
            {m.crews_rename()}
          </MenuItem>
        )}
        {!isOwner && (
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setShown('report')}>
            {m.crews_report()}
          </MenuItem>
        )}
        <MenuItem icon={<LogOut aria-hidden="true" />} tone="danger" onSelect={() => setShown('leave')}>
          {m.crews_leave()}
        </MenuItem>
        {isOwner && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setShown('delete')}>
            {m.crews_delete()}
          </MenuItem>
        )}
      </Menu>
      {shown === 'rename' && <RenameCrew crew={crew} onClosed={close} />}
      {(shown === 'leave' || shown === 'delete') && <AskFirst question={ends[shown]} onClosed={close} />}
      {shown === 'report' && <ReportDialog subject={{ kind: 'crew', id: crew.id }} onClose={close} />}
    </>
  )
}
