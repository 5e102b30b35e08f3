import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { factKeys } from '../../lib/keys/facts.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { moderationKeys } from '../../lib/keys/moderation.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { stewardKeys } from '../../lib/keys/stewards.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'

/** Returns a function to run after a steward action. It shows a toast and refetches everything the action affects. */
export function useAfterAct() {
  const client = useQueryClient()
  return async (successText: string): Promise<void> => {
    toast({ kind: 'success', title: successText })
    const stale = [stewardKeys.all, moderationKeys.all, spotKeys.all, mapKeys.all, factKeys.counts()]
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}

/** Returns the toast for an action that failed. */
export function explainAct(error: unknown) {
  return {
    title: m.stewards_failed(),
    description: whyNot(error, m.stewards_try_later()),
  }
}
