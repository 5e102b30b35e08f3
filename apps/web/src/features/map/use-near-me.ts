import { useEffect, useRef, useState } from 'react'
import { devicePosition, isExact, locate } from '../places/index.ts'
import { type Filters, withFilters } from './map-url.ts'

/** Switches "near me" on and off. Without an exact position it locates the device first, as the locate button does. */
export function useNearMe(
  filters: Filters,
  onChange: (filters: Filters) => void,
): { asking: boolean; press: () => Promise<void> } {
  const [asking, setAsking] = useState(false)
  // Other filters may change while the device is being located.
  const latest = useRef<{ filters: Filters; onChange: typeof onChange } | null>(null)
  useEffect(() => {
    latest.current = { filters, onChange }
    return () => {
      latest.current = null
    }
  })
  const put = (near: 'me' | undefined) => {
    const now = latest.current
    if (now) now.onChange(withFilters(now.filters, { near }))
  }
  const press = async () => {
    if (filters.near) return put(undefined)
    if (!isExact(devicePosition().record)) {
      setAsking(true)
      const found = await locate()
      setAsking(false)
      if (found.status !== 'found' || !isExact(found.record)) return
    }
    put('me')
  }
  return { asking, press }
}
