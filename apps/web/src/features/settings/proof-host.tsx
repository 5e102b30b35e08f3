import { lazy, Suspense, useEffect } from 'react'
import { cancelProof, useWantedProof } from './proof.ts'

const ProofDialog = lazy(() => import('./proof-dialog.tsx'))

/** Shows the dialog for a fresh proof, which is loaded when a change first needs one. */
export function ProofHost() {
  const wanted = useWantedProof()
  useEffect(() => cancelProof, [])
  return (
    wanted && (
      <Suspense fallback={null}>
        <ProofDialog onClosed={wanted.settle} />
      </Suspense>
    )
  )
}
