import type { Draft } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { getMessage } from '../../lib/api.ts'
import { ConfirmDialog, useForm } from '../../ui/index.ts'
import { removeDraft } from './draft-requests.ts'

/** Asks for confirmation before deleting a draft and its photos. */
export function DeleteDraft({ draft, onClosed }: { draft: Draft; onClosed: () => void }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const { busy, submit } = useForm({
    send: async () => {
      await removeDraft(client, draft.id)
      setOpen(false)
    },
    explain: (error) => ({
      title: m.drafts_delete_failed(),
      description: getMessage(error, m.drafts_try_again()),
    }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={m.drafts_delete_title()}
      confirm={m.drafts_delete()}
      busy={busy && m.drafts_deleting()}
      onConfirm={() => void submit()}
    >
      <p>{m.drafts_delete_text()}</p>
    </ConfirmDialog>
  )
}
