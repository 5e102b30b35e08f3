import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { moderationKeys } from '../../lib/keys/moderation.ts'
import { whyNot } from '../../ui/error-text.ts'
import { type FieldErrors, toast, useForm } from '../../ui/index.ts'

type Options = {
  /** Validates on the client. Returns null if the action may be sent. */
  check?: () => FieldErrors | null
  send: () => Promise<unknown>
  successText: string
  /** Called after the lists have been refetched. */
  onDone?: () => void
}

/** Runs a moderator's action, then refetches the lists. */
export function useModerationAction({ check = () => null, send, successText, onDone }: Options) {
  const client = useQueryClient()
  return useForm({
    check,
    send: async () => {
      await send()
      toast({ kind: 'success', title: successText })
      await client.invalidateQueries({ queryKey: moderationKeys.all })
      onDone?.()
    },
    explain: (error) => ({
      title: m.moderation_member_failed(),
      description: whyNot(error, m.moderation_try_later()),
    }),
  })
}
