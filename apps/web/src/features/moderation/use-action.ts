import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'
import { MODERATION_KEY } from './moderation-requests.ts'

/** Runs one action at a time; a refusal is shown, and the typed text stays. `run` returns whether it is done. */
export function useAction(successText: string): {
  busy: boolean
  run: (work: () => Promise<unknown>) => Promise<boolean>
} {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    try {
      await work()
      toast({ kind: 'success', title: successText })
      await client.invalidateQueries({ queryKey: MODERATION_KEY })
      return true
    } catch (error) {
      const description = whyNot(error, m.moderation_try_later())
      toast({ kind: 'error', title: m.moderation_member_failed(), description })
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
