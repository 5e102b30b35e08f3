import type { Spot } from '@nollie/contract'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { toast } from '../../ui/index.ts'

/** Goes on to the page of the spot that stayed, when the server answers with it for one that was merged. */
export function useMergedSpot(spotId: string, spot: Spot | undefined): void {
  const to = spot && spot.id !== spotId ? spot : null
  useEffect(() => {
    if (!to) return
    toast({
      kind: 'info',
      title: m.spots_merged_title(),
      description: m.spots_merged_text({ name: to.name }),
    })
    go(`/spots/${to.id}${location.search}`, { replace: true })
  }, [to])
}
