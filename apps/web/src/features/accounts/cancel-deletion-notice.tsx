import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { cancelDeletion, showError } from './accounts.ts'

type Props = {
  /** Until when the account can be restored, as the server formatted it. */
  text: string
  email: string
  password: string
}

/** Offers a person who signs in to an account that is about to be deleted to cancel the deletion. */
export function CancelDeletionNotice({ text, email, password }: Props) {
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const cancel = async () => {
    setBusy(true)
    try {
      await cancelDeletion(email, password)
      toast({
        kind: 'success',
        title: m.auth_cancel_deletion_ok_title(),
        description: m.auth_cancel_deletion_ok_text(),
      })
    } catch (error) {
      showError(error, m.auth_cancel_deletion_failed())
      setBusy(false)
    }
  }
  return (
    <div className="auth-notice auth-notice-warn" role="alert" ref={box}>
      <Undo2 size={24} aria-hidden="true" />
      <div>
        <p className="font-strong">{m.auth_cancel_deletion_title()}</p>
        <p className="text-ink-2">{text}</p>
        <div className="auth-notice-actions">
          <Button variant="ink" size="sm" busy={busy && m.shell_loading()} onClick={cancel}>
            {m.auth_cancel_deletion_submit()}
          </Button>
        </div>
      </div>
    </div>
  )
}
