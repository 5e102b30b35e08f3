import type { Person } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { nameOf } from '../../lib/names.ts'
import { whyNot } from '../../ui/error-text.ts'
import { ConfirmDialog, toast } from '../../ui/index.ts'

type Props = {
  person: Pick<Person, 'user_id' | 'username' | 'full_name'>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** They are out of sight; comes before what is shown is asked for again. */
  onBlocked?: () => void
}

/** Asks, then blocks somebody: neither sees the other anywhere from then on. */
export function BlockDialog({ person, open, onOpenChange, onBlocked }: Props) {
  const { user_id } = person
  const name = nameOf(person)
  const client = useQueryClient()
  const block = useMutation({
    mutationFn: () => call('PUT /api/people/:user_id/block', { params: { user_id } }),
    onSuccess: () => {
      toast({ kind: 'success', title: m.people_success(), description: m.people_blocked_done({ name }) })
      onOpenChange(false)
      onBlocked?.()
      // They leave every list there is.
      void client.invalidateQueries()
    },
    onError: (error) =>
      toast({
        kind: 'error',
        title: m.people_error(),
        description: whyNot(error, m.people_block_failed({ name })),
      }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => block.isPending || onOpenChange(next)}
      title={m.people_block_title({ name })}
      confirm={m.people_block()}
      busy={block.isPending && m.people_blocking()}
      onConfirm={() => block.mutate()}
    >
      {m.people_block_question()}
    </ConfirmDialog>
  )
}
