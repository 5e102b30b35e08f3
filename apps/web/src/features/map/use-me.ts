import { useEffect, useEffectEvent } from 'react'
import { follow, type Here, isExact, locate, stopFollowing, useHere } from '../location/index.ts'
import { SPOT_ZOOM } from './default-view.ts'
import type { Bounds, Me, View } from './engine/types.ts'

type MeMap = {
  showMe: (me: Me | null) => void
  view: () => View
  flyTo: (view: View) => void
  fitBounds: (bounds: Bounds) => void
  followMe?: (me: Me) => void
}

const METRES_PER_DEGREE = 111_195

/** Where to look for somebody who is known to be near a point. */
const boxAround = ({ latitude, longitude, accuracy }: Me): Bounds => {
  const dy = accuracy / METRES_PER_DEGREE
  const dx = dy / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
  return { west: longitude - dx, east: longitude + dx, south: latitude - dy, north: latitude + dy }
}

const meOf = ({ record, heading }: Here): Me | null =>
  record && { latitude: record.lat, longitude: record.lng, accuracy: record.accuracy, heading }

/**
 * The person on a map: shows the dot, and `press` is what the locate button does. Where they are known already, another
 * press goes along with them (on maps that can), and the next one no longer.
 */
export function useMe(map: MeMap | null) {
  const here = useHere()
  const me = meOf(here)
  const show = useEffectEvent(() => {
    map?.showMe(isExact(here.record) ? me : null)
    if (here.following && me) map?.followMe?.(me)
  })
  useEffect(() => show(), [map, here.record, here.heading, here.following])
  useEffect(() => stopFollowing, [])
  const go = useEffectEvent((at: Me, exact: boolean) => {
    if (!exact) return map?.fitBounds(boxAround(at))
    map?.flyTo({ ...at, zoom: Math.max(SPOT_ZOOM, map.view().zoom) })
  })
  const press = async (): Promise<Me | null> => {
    if (here.following) {
      stopFollowing()
      return null
    }
    if (here.status === 'found' && isExact(here.record) && map?.followMe) {
      follow()
      const at = meOf(here)
      if (at) go(at, true)
      return at
    }
    const found = await locate()
    if (found.status !== 'found') return null
    const at = meOf({ ...here, record: found.record })
    if (at) go(at, isExact(found.record))
    return at
  }
  return { here, me, press }
}
