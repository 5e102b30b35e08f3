import { useEffect } from 'react'
import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import { devicePosition, locateIfPermitted } from './device-position.ts'

/** Positions no older than this (ms) aren't requested again. */
const RECENT_MS = 300_000

let running: Promise<unknown> | null = null

async function locateLater(): Promise<void> {
  await afterFirstScreen()
  const { record } = devicePosition()
  const isMeasured = record?.source === 'gps' || record?.source === 'network'
  if (isMeasured && Date.now() - record.timestamp < RECENT_MS) return
  await (running ??= locateIfPermitted().finally(() => {
    running = null
  }))
}

/**
 * Publishes the device's position after the first screen, for pages that were opened by a link. Only if location is
 * already permitted: it never asks for permission.
 */
export function useLocated(): void {
  useEffect(() => void locateLater(), [])
}
