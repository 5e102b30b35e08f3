import { type Bridge, trigger } from './bridge.ts'
import { replace } from './replace.ts'

/** Installs haptic feedback: `navigator.vibrate`, and a light tap for every like, follow, or other toggle. */
export const installHaptics = (bridge: Bridge): void => {
  replace(navigator, 'vibrate', (pattern: number | number[]) => {
    trigger(bridge, 'Haptics', 'vibrate', { duration: [pattern].flat()[0] ?? 0 })
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
