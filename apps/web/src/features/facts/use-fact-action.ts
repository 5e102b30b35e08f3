import type { SpotFacts } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'
import { factsQuery, receiveFacts } from './fact-requests.ts'

/** Runs actions on a spot's facts, one at a time. Responses update everything on screen; failures show a toast. */
export function useFactAction(spot_id: string) {
  const client = useQueryClient()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = async (action: () => Promise<SpotFacts>, done: string): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      receiveFacts(client, spot_id, await action())
      toast({ kind: 'success', title: done })
    } catch (error) {
      toast({
        kind: 'error',
        title: m.facts_failed_title(),
        description: whyNot(error, m.facts_failed_text()),
      })
      void client.invalidateQueries({ queryKey: factsQuery(spot_id).queryKey })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy }
}
