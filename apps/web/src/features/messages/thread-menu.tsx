import type { Person } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { go } from '../../lib/navigation.ts'
import { ConfirmDialog, Menu, MenuItem, toast } from '../../ui/index.ts'
import { clearThread } from './message-requests.ts'
import { usePersonDialogs } from './use-person-dialogs.tsx'

const fail = (description: string) => toast({ kind: 'error', title: m.messages_error(), description })

/** The actions on a conversation: report or block the other person, or clear the conversation. */
export function ThreadMenu({ other, thread_id }: { other: Person; thread_id: string | null }) {
  const name = nameOf(other)
  const client = useQueryClient()
  const [isClearing, setClearing] = useState(false)
  const { block, report, dialogs } = usePersonDialogs(other, () => go('/messages', { replace: true }))
  const clear = useMutation({
    mutationFn: (id: string) => clearThread(client, id),
    onSuccess: () => go('/messages', { replace: true }),
    onError: () => fail(m.messages_clear_failed()),
    onSettled: () => setClearing(false),
  })
  return (
    <>
      <Menu label={m.messages_menu()}>
        <MenuItem icon={<Flag aria-hidden="true" />} onSelect={report}>
          {m.people_report()}
        </MenuItem>
        {thread_id !== null && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => setClearing(true)}>
            {m.messages_clear()}
          </MenuItem>
        )}
        <MenuItem icon={<Ban aria-hidden="true" />} tone="danger" onSelect={block}>
          {m.blocks_block()}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isClearing}
        onOpenChange={(open) => clear.isPending || open || setClearing(false)}
        title={m.messages_clear_title()}
        confirm={m.messages_delete()}
        busy={clear.isPending && m.messages_clear_busy()}
        onConfirm={() => thread_id !== null && clear.mutate(thread_id)}
      >
        {m.messages_clear_question({ name })}
      </ConfirmDialog>
      {dialogs}
    </>
  )
}
