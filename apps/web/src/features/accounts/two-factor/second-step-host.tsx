import { Suspense, useEffect } from 'react'
import { cancelSecondStep, useWaitingSignIn } from './second-step.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const SecondStepDialog = lazyPart(
  () => import('./second-step-dialog.tsx'),
  ({ settle }) => settle(null),
)

/** Shows the second-step dialog during a sign-in. The dialog loads on first use. */
export function SecondStepHost() {
  const waiting = useWaitingSignIn()
  useEffect(() => cancelSecondStep, [])
  return (
    waiting && (
      <Suspense fallback={null}>
        <SecondStepDialog {...waiting} />
      </Suspense>
    )
  )
}
