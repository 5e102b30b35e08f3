import type { Person, Thread } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Bell, BellOff, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { go } from '../../../lib/navigation.ts'
import { ConfirmDialog, Menu, MenuItem, toast } from '../../../ui/index.ts'
import { clearThread, muteThread } from '../message-requests.ts'
import { usePersonDialogs } from './use-person-dialogs.tsx'

function fail(description: string) {
  return toast({ kind: 'error', title: m.messages_error(), description })
}

function useMute({ id, is_muted }: Thread) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => muteThread(client, id, !is_muted),
    onSuccess: () => toast({ kind: 'success', title: is_muted ? m.messages_unmuted() : m.messages_muted() }),
    onError: () => fail(m.messages_mute_failed()),
  })
}

function MuteItem({ thread }: { thread: Thread }) {
  const mute = useMute(thread)
  const Icon = thread.is_muted ? Bell : BellOff
  return (
    <MenuItem icon={<Icon aria-hidden="true" />} onSelect={() => mute.mutate()}>
      {thread.is_muted ? m.messages_unmute() : m.messages_mute()}
    </MenuItem>
  )
}

/** The menu for a conversation: mute or clear it, and report or block the other person. */
export function ThreadMenu({ other, thread }: { other: Person; thread: Thread | null }) {
  const name = getName(other)
  const client = useQueryClient()
  const [isClearing, setClearing] = useState(false)
  const { block, report, dialogs } = usePersonDialogs(other, () => go('/messages', { replace: true }))
  const clear = useMutation({
    mutationFn: (id: string) => clearThread(client, id),
    onSuccess: () => go('/messages', { replace: true }),
    onError: () => fail(m.messages_conversation_delete_failed()),
    onSettled: () => setClearing(false),
  })
  return (
    <>
      <Menu label={m.messages_menu()}>
        <MenuItem icon={<Flag aria-hidden="true" />} onSelect={report}>
          {m.people_report()}
        </MenuItem>
        {thread && <MuteItem thread={thread} />}
        {thread && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => setClearing(true)}>
            {m.messages_conversation_delete()}
          </MenuItem>
        )}
        <MenuItem icon={<Ban aria-hidden="true" />} tone="danger" onSelect={block}>
          {m.blocks_block()}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isClearing}
        onOpenChange={setClearing}
        title={m.messages_conversation_delete_title()}
        confirm={m.messages_delete()}
        busy={clear.isPending && m.messages_conversation_deleting()}
        onConfirm={() => thread && clear.mutate(thread.id)}
      >
        {m.messages_conversation_delete_text({ name })}
      </ConfirmDialog>
      {dialogs}
    </>
  )
}
