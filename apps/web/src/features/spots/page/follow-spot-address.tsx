import type { Spot } from '@nollie/contract'
import { useEffect, useEffectEvent } from 'react'
import { m } from '../../../i18n/messages.ts'
import { go } from '../../../lib/navigation.ts'
import { toast } from '../../../ui/index.ts'
import { isAdditionAsked } from '../gallery/ask-addition.ts'

type Props = { spotId: string; spot: Spot; onAdd: () => void }

/**
 * Handles the query in a spot page's URL: opens the form for adding a post if requested. Redirects from a merged spot
 * to the remaining one, which the server has returned. Renders nothing.
 */
export function FollowSpotAddress({ spotId, spot, onAdd }: Props) {
  const add = useEffectEvent(onAdd)
  const { id, name } = spot
  useEffect(() => {
    if (id === spotId) {
      if (!isAdditionAsked(location.search)) return
      go(location.pathname, { replace: true })
      return add()
    }
    toast({ kind: 'info', title: m.spots_merged_title(), description: m.spots_merged_text({ name }) })
    go(`/spots/${id}${location.search}`, { replace: true })
  }, [spotId, id, name])
  return null
}
