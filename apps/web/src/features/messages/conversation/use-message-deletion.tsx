import type { Message } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { ConfirmDialog, toast } from '../../../ui/index.ts'
import { withoutText } from '../message-list.ts'
import { changeMessages, refreshLists, removeMessage } from '../message-requests.ts'

function isGone(error: unknown) {
  return error instanceof ApiError && error.code === 'MESSAGE_NOT_FOUND'
}

/** Deletes the viewer's own message after confirmation. `onDone` is called afterward, to move focus. */
export function useMessageDeletion(onDone: () => void): {
  ask: (message: Message) => void
  dialog: ReactNode
} {
  const client = useQueryClient()
  const [confirming, setConfirming] = useState<Message | null>(null)
  const [open, setOpen] = useState(false)
  const removal = useMutation({
    mutationFn: ({ id }: Message) =>
      removeMessage(id).catch((error) => {
        if (!isGone(error)) throw error
      }),
    onSuccess: (_, { id, thread_id }) => {
      changeMessages(client, thread_id, (list) => withoutText(list, id, new Date().toISOString()))
      refreshLists(client)
      onDone()
    },
    onError: () =>
      toast({ kind: 'error', title: m.messages_error(), description: m.messages_delete_failed() }),
    onSettled: () => setOpen(false),
  })
  return {
    ask: (message) => {
      setConfirming(message)
      setOpen(true)
    },
    dialog: confirming && (
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={m.messages_delete_title()}
        confirm={m.messages_delete()}
        busy={removal.isPending && m.messages_conversation_deleting()}
        onConfirm={() => removal.mutate(confirming)}
      >
        {m.messages_delete_text()}
      </ConfirmDialog>
    ),
  }
}
