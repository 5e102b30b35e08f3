import { useEffect, useEffectEvent } from 'react'
import {
  follow,
  type DevicePosition,
  isExact,
  locate,
  stopFollowing,
  useDevicePosition,
} from '../../places/index.ts'
import { SPOT_ZOOM } from '../view/spot-zoom.ts'
import type { Bounds, Me, View } from '../engine/types.ts'

type MeMap = {
  showMe: (me: Me | null) => void
  view: () => View
  flyTo: (view: View) => void
  fitBounds: (bounds: Bounds) => void
  followMe?: (me: Me) => void
}

const METRES_PER_DEGREE = 111_195

/** Returns a box around the viewer's position, sized by its accuracy. */
function boxAround({ latitude, longitude, accuracy }: Me): Bounds {
  const dy = accuracy / METRES_PER_DEGREE
  const dx = dy / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
  return { west: longitude - dx, east: longitude + dx, south: latitude - dy, north: latitude + dy }
}

function toMe({ record, heading }: DevicePosition): Me | null {
  return record && { latitude: record.lat, longitude: record.lng, accuracy: record.accuracy, heading }
}

/**
 * Shows the viewer's position on a map. `press` is the locate button's action. If the position is already known, the
 * first press makes the map follow the viewer (if the map supports it), and the next press stops it.
 */
export function useLocate(map: MeMap | null) {
  const here = useDevicePosition()
  const me = toMe(here)
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
      const at = toMe(here)
      if (at) go(at, true)
      return at
    }
    const found = await locate()
    if (found.status !== 'found') return null
    const at = toMe({ ...here, record: found.record })
    if (at) go(at, isExact(found.record))
    return at
  }
  return { here, me, press }
}
