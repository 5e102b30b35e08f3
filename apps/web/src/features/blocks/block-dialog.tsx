import type { Person } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { whyNot } from '../../ui/error-text.ts'
import { ConfirmDialog, toast, useForm } from '../../ui/index.ts'

type Props = {
  person: Pick<Person, 'user_id' | 'username' | 'full_name'>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after blocking, before queries are refetched. */
  onBlocked?: () => void
}

/** Asks for confirmation, then blocks a person. After that, neither person can see the other anywhere. */
export function BlockDialog({ person, open, onOpenChange, onBlocked }: Props) {
  const { user_id } = person
  const name = getName(person)
  const client = useQueryClient()
  const { busy, submit: block } = useForm({
    send: async () => {
      await call('PUT /api/people/:user_id/block', { params: { user_id } })
      toast({ kind: 'success', title: m.people_success(), description: m.blocks_block_done({ name }) })
      onOpenChange(false)
      onBlocked?.()
      // Every list has to be refetched without the blocked person.
      void client.invalidateQueries()
    },
    explain: (error) => ({
      title: m.people_error(),
      description: whyNot(error, m.blocks_block_failed({ name })),
    }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.blocks_block_title({ name })}
      confirm={m.blocks_block()}
      busy={busy && m.blocks_blocking()}
      onConfirm={block}
    >
      {m.blocks_block_text()}
    </ConfirmDialog>
  )
}
