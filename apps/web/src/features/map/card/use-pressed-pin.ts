import { isPinOf, type MapPin } from '@nollie/contract/map/map-codec'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { mapKeys } from '../../../lib/keys/map.ts'
import { toast } from '../../../ui/toast.ts'
import { isMissing, spotCardQuery } from '../map-requests.ts'

/**
 * Tracks the last pin that was clicked until its spot has loaded. Pins have no spot ids, so the request for the card
 * also returns the id. Selecting another spot, or none, clears the pin.
 */
export function usePressedPin(spotId: string | null) {
  const client = useQueryClient()
  const [pressed, setPressed] = useState<MapPin | null>(null)
  const latest = useRef<MapPin | null>(null)
  const put = (pin: MapPin | null) => {
    latest.current = pin
    setPressed(pin)
  }
  useEffect(() => put(null), [spotId])
  const press = async (pin: MapPin, select: (spotId: string) => void): Promise<void> => {
    // The card has loaded or is loading.
    if (pin.ref === latest.current?.ref || (spotId !== null && isPinOf(pin, spotId))) return
    put(pin)
    try {
      const card = await call('GET /api/map/pins/:pin', { params: { pin: pin.ref } })
      client.setQueryData(spotCardQuery(card.id).queryKey, card)
      if (latest.current !== pin) return
      latest.current = null
      select(card.id)
    } catch (error) {
      if (latest.current !== pin) return
      put(null)
      toast({ title: isMissing(error) ? m.map_card_missing() : m.map_card_failed(), kind: 'error' })
      if (isMissing(error)) void client.invalidateQueries({ queryKey: mapKeys.allSpots })
    }
  }
  return { pressed, press, forget: () => put(null) }
}
