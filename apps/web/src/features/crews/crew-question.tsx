import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { getMessage } from '../../lib/api.ts'
import { ConfirmDialog, useForm } from '../../ui/index.ts'

/** A confirmation dialog's strings and action. */
export type Question = { title: string; text: string; confirm: string; send: () => Promise<unknown> }

/** Asks for confirmation before an action that takes away access to a crew's spots and posts. */
export function AskFirst({ question, onClosed }: { question: Question; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const { busy, submit } = useForm({
    send: async () => {
      await question.send()
      setOpen(false)
    },
    explain: (error) => ({
      title: m.crews_action_failed(),
      description: getMessage(error, m.crews_try_again()),
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
