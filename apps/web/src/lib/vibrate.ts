/**
 * A vibration (ms) that feels like a tap on the phone. The native apps replace vibrations of this length with an
 * impact.
 */
export const TAP_MS = 10

/**
 * Makes the phone vibrate once, so that a finger feels a snap point or a pin drop. Does nothing if the device can't
 * vibrate, before the person has touched the page, and if they prefer reduced motion.
 */
export function vibrate(): void {
  // Not available in all browsers.
  const { userActivation } = navigator as { userActivation?: UserActivation }
  const { matches: isReduced } = matchMedia('(prefers-reduced-motion: reduce)')
  if (isReduced || userActivation?.hasBeenActive === false) return
  ;(navigator as { vibrate?: Navigator['vibrate'] }).vibrate?.(TAP_MS)
}
