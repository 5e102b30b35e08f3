import type { Spot } from '@nollie/contract'
import { memo, useEffect } from 'react'
import { type CoverChange, useCoverChange } from './use-cover-change.ts'

type Props = { spot: Spot; onStep: (change: CoverChange) => void }

/** Changes the cover of a spot, and says how far it is; the cover itself shows it. */
export const CoverChanging = memo(function CoverChanging({ spot, onStep }: Props) {
  const change = useCoverChange(spot)
  useEffect(() => onStep(change))
  return null
})
