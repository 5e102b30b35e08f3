import type { SpotCard } from '@nollie/contract'
import { isPinOf, type MapPin } from '@nollie/contract/map/map-codec'
import { toSpotType } from '@nollie/contract/spots/spot-types'
import { type RefObject, useEffect, useEffectEvent, useMemo } from 'react'
import type { SelectedSpot } from '../engine/types.ts'
import type { MapSpots } from '../map-requests.ts'
import type { useCardHeight } from '../sheet/use-card-height.ts'
import type { SpotMap } from '../screen/use-spots-map.ts'

type Known = {
  spotId: string | null
  card: SpotCard | undefined
  spots: MapSpots | undefined
  pressed: MapPin | null
}

/** Returns the selected spot on the map, from its card, or from its pin until the card has loaded. */
export function useSelected(
  map: SpotMap | null,
  { spotId, card, spots, pressed }: Known,
): SelectedSpot | null {
  const known = card?.id === spotId && !pressed ? card : undefined
  const pin = pressed ?? (spotId ? spots?.pins.find((pin) => isPinOf(pin, spotId)) : undefined)
  const id = pressed?.ref ?? spotId
  const type = known ? (known.spot_types[0] ?? known.spot_type) : pin?.type
  const gone = known ? known.status === 'gone' : Boolean(pin?.gone)
  const { latitude, longitude } = known ?? pin ?? {}
  const photo = known?.photo?.base ?? null
  const selected = useMemo(
    () =>
      id === null || latitude === undefined || longitude === undefined
        ? null
        : { id, type: toSpotType(type ?? '') ?? 'other', gone, latitude, longitude, photo },
    [id, latitude, longitude, type, gone, photo],
  )
  useEffect(() => map?.select(selected), [map, selected])
  return selected
}

/** Moves the map so that the card doesn't cover the selected spot: once, when the covered part is known. */
export function useReveal(
  map: SpotMap | null,
  selected: SelectedSpot | null,
  { covered, height, side, isKnown }: ReturnType<typeof useCardHeight>,
  box: RefObject<HTMLElement | null>,
): void {
  const reveal = useEffectEvent(() => {
    if (selected && isKnown) map?.reveal(selected, covered(box.current))
  })
  useEffect(() => reveal(), [map, selected?.id, height, side])
}
