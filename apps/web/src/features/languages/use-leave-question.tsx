import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { hasTyped, watchTyping } from '../../lib/page-language.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LeaveQuestion = lazyPart(
  () => import('./leave-question.tsx'),
  ({ onStay }) => onStay(),
)

/**
 * Asks before a page is loaded again, where something is typed; else it does so at once.
 * @returns the function that asks, and the question, which the screen shows
 */
export function useLeaveQuestion(): [ask: (leave: () => void) => void, question: ReactNode] {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(watchTyping, [])
  const ask = (wanted: () => void) => (hasTyped() ? setLeave(() => wanted) : wanted())
  const question = leave && (
    <Suspense>
      <LeaveQuestion onLeave={leave} onStay={() => setLeave(null)} />
    </Suspense>
  )
  return [ask, question]
}
