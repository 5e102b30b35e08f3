import { useSelector } from '@tanstack/react-store'
import { Suspense, useEffect } from 'react'
import { hostProofs, wantedProof } from './proof.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx'))

/** Shows the re-authentication dialog, which loads on first use. Screens whose changes need it render it once. */
export function ProofHost() {
  const wanted = useSelector(wantedProof)
  useEffect(hostProofs, [])
  return (
    wanted && (
      <Suspense fallback={null}>
        <ProofDialog onClosed={wanted.settle} />
      </Suspense>
    )
  )
}
