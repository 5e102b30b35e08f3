import { Suspense, useEffect } from 'react'
import { cancelProof, useWantedProof } from './proof.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx'))

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
