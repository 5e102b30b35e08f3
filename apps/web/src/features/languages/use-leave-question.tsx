import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { hasTyped, watchTyping } from '../../lib/page/page-language.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LeaveQuestion = lazyPart(
  () => import('./leave-question.tsx'),
  ({ onStay }) => onStay(),
)

/**
 * Asks for confirmation before reloading the page if something has been typed; otherwise reloads immediately.
 * @returns the function that asks, and the dialog for the screen to render
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
