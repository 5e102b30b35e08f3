import type { Spot } from '@nollie/contract'
import { memo, useEffect } from 'react'
import { type CoverChange, useCoverChange } from './use-cover-change.ts'

type Props = { spot: Spot; onStep: (change: CoverChange) => void }

/** Changes a spot's cover. `onStep` reports the progress, which the cover shows. */
export const CoverChanging = memo(function CoverChanging({ spot, onStep }: Props) {
  const change = useCoverChange(spot)
  useEffect(() => onStep(change))
  return null
})
