import type { SpotFacts } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'
import { factsQuery, receiveFacts } from './fact-requests.ts'

/** A request, and the toast for its success. */
type Action = { action: () => Promise<SpotFacts>; done: string }

/** Runs actions on a spot's facts, one at a time. Responses update everything on screen; failures show a toast. */
export function useFactAction(spot_id: string) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ action }: Action) => action(),
    onSuccess: (facts, { done }) => {
      receiveFacts(client, spot_id, facts)
      toast({ kind: 'success', title: done })
    },
    onError: (error) => {
      toast({
        kind: 'error',
        title: m.facts_failed_title(),
        description: whyNot(error, m.facts_failed_text()),
      })
      void client.invalidateQueries({ queryKey: factsQuery(spot_id).queryKey })
    },
  })
  return {
    busy: isPending,
    run: async (action: Action['action'], done: string): Promise<void> => {
      // The toast shows the error.
      if (!isPending) await mutateAsync({ action, done }).catch(() => undefined)
    },
  }
}
