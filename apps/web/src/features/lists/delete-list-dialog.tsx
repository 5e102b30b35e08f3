import type { List } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { whyNot } from '../../ui/error-text.ts'
import { ConfirmDialog, LEAVING, toast, useForm } from '../../ui/index.ts'
import { removeList } from './list-requests.ts'

/** Asks for confirmation, then deletes a list and opens the viewer's lists. */
export function DeleteListDialog({ list, onClosed }: { list: List; onClosed: () => void }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const { id, name } = list
  const { busy, submit } = useForm({
    send: async () => {
      await removeList(client, id)
      toast({ kind: 'success', title: m.lists_delete_done({ name }) })
      go('/saved?tab=lists', { replace: true })
      return LEAVING
    },
    explain: (error) => ({
      title: m.lists_delete_failed(),
      description: whyNot(error, m.lists_try_again()),
    }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={m.lists_delete_title({ name })}
      confirm={m.lists_delete()}
      busy={busy && m.lists_deleting()}
      onConfirm={() => void submit()}
    >
      {m.lists_delete_text()}
    </ConfirmDialog>
  )
}
