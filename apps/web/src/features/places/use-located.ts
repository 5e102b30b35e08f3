import { useEffect } from 'react'
import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import { locateIfPermitted } from './device-position.ts'

/** The position is requested again only after this time (ms). */
const RECENT_MS = 300_000
let locatedAt = 0

/**
 * Publishes the device's position after the first screen, for pages that were opened by a link. Only if location is
 * already permitted: it never asks for permission.
 */
export function useLocated(): void {
  useEffect(() => {
    void afterFirstScreen().then(() => {
      if (Date.now() - locatedAt < RECENT_MS) return
      locatedAt = Date.now()
      void locateIfPermitted()
    })
  }, [])
}
