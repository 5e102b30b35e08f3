import { Suspense, useEffect } from 'react'
import { giveUpSecondStep, useWaitingSignIn } from './second-step.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const SecondStepDialog = lazyPart(
  () => import('./second-step-dialog.tsx'),
  ({ settle }) => settle(null),
)

/** Shows the dialog for the second step of a sign-in; loads it on first use. */
export function SecondStepHost() {
  const waiting = useWaitingSignIn()
  useEffect(() => giveUpSecondStep, [])
  return (
    waiting && (
      <Suspense fallback={null}>
        <SecondStepDialog {...waiting} />
      </Suspense>
    )
  )
}
