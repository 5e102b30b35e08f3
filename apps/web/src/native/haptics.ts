import { TAP_MS } from '../lib/vibrate.ts'
import { type Bridge, trigger } from './bridge.ts'
import { replace } from './replace.ts'

/** Installs haptic feedback: `navigator.vibrate`, an impact for the shortest vibrations, and a light tap for every like, follow, or other toggle. */
export function installHaptics(bridge: Bridge): void {
  replace(navigator, 'vibrate', (pattern: number | number[]) => {
    const [duration = 0] = [pattern].flat()
    if (duration <= TAP_MS) trigger(bridge, 'Haptics', 'impact', { style: 'LIGHT' })
    else trigger(bridge, 'Haptics', 'vibrate', { duration })
    return true
  })
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('[aria-pressed], [role=switch]'))
        trigger(bridge, 'Haptics', 'impact', { style: 'LIGHT' })
    },
    { capture: true, passive: true },
  )
}
