import type { CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from '../../ui/index.ts'
import { positionNow } from '../places/index.ts'
import { nearMetres } from './nearness.ts'
import type { CheckedSpot } from './spot-condition-text.ts'
import { explainCheck } from './explain-check.ts'

/**
 * Reports a spot's status with one click, which also locates the device. Calls `onElsewhere` if the device isn't at the
 * spot or its location is off.
 */
export function useOneTap(spot: CheckedSpot, onElsewhere: (answer: CheckAnswer) => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<CheckAnswer | null>(null)
  const running = useRef(false)
  const say = async (answer: CheckAnswer) => {
    if (running.current) return
    running.current = true
    setBusy(answer)
    try {
      // The first click loads the code that sends reports.
      const [here, { reportFromSpot, showThanks }] = await Promise.all([
        positionNow(),
        import('./send-check.ts'),
      ])
      if (!here || nearMetres(here, spot) === null) return onElsewhere(answer)
      showThanks(client, spot, { answer }, await reportFromSpot(spot, { answer }, here))
    } catch (error) {
      toast({ kind: 'error', ...explainCheck(error) })
    } finally {
      running.current = false
      setBusy(null)
    }
  }
  return { busy, say: (answer: CheckAnswer) => void say(answer) }
}
