import { Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/toast.ts'
import { explainFailure } from '../account-requests.ts'
import { Note } from '../../../ui/notices/note.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'

type Props = {
  /** The server's message, which includes the removal date. */
  text: string
  /** Cancels the deletion and signs in. */
  onCancel: () => Promise<void>
}

/** Offers to cancel a pending account deletion during sign-in. */
export function CancelDeletionNotice({ text, onCancel }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const { busy, submit: cancel } = useForm({
    send: async () => {
      await onCancel()
      toast({
        kind: 'success',
        title: m.accounts_cancel_deletion_ok_title(),
        description: m.accounts_cancel_deletion_ok_text(),
      })
      return LEAVING
    },
    explain: (error) => explainFailure(error, m.accounts_cancel_deletion_failed()),
  })
  return (
    <Notice
      warn
      role="alert"
      ref={box}
      icon={<Undo2 size={24} aria-hidden="true" />}
      title={m.accounts_cancel_deletion_title()}
      actions={
        <Button variant="ink" size="sm" busy={busy && m.shell_loading()} onClick={cancel}>
          {m.accounts_cancel_deletion_submit()}
        </Button>
      }
    >
      <Note>{text}</Note>
    </Notice>
  )
}
