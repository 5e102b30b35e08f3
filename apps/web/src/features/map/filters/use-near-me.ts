import { useEffect, useRef, useState } from 'react'
import { devicePosition, isExact, locate } from '../../places/index.ts'
import { type Filters, withFilters } from '../view/map-url.ts'
import type { ChangeFilters } from '../screen/spots-screen-actions.ts'

/**
 * Toggles "near me". If there's no exact position, locates the device first, as the locate button does. `press` resolves
 * to whether the filter was turned on.
 */
export function useNearMe(
  filters: Filters,
  onChange: ChangeFilters,
): { asking: boolean; press: () => Promise<boolean> } {
  const [asking, setAsking] = useState(false)
  // Null after the screen has closed.
  const latest = useRef<ChangeFilters | null>(null)
  useEffect(() => {
    latest.current = onChange
    return () => {
      latest.current = null
    }
  })
  // Other filters may change while the device is being located.
  const put = (near: 'me' | undefined) => latest.current?.((now) => withFilters(now, { near }))
  const press = async () => {
    if (filters.near) {
      put(undefined)
      return false
    }
    if (!isExact(devicePosition().record)) {
      setAsking(true)
      const found = await locate()
      setAsking(false)
      if (found.status !== 'found' || !isExact(found.record)) return false
    }
    put('me')
    return true
  }
  return { asking, press }
}
