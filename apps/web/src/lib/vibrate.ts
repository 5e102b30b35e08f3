/** As short (ms) as a tap on the phone's surface feels. The native apps replace vibrations of this length by an impact. */
export const TAP_MS = 10

/**
 * Lets the phone vibrate once, so that a finger feels a snap point or a pin drop. Does nothing where that isn't
 * possible, before the person has touched the page, and if they prefer reduced motion.
 */
export function vibrate(): void {
  // Not in all browsers.
  const { userActivation } = navigator as { userActivation?: UserActivation }
  const { matches: isReduced } = matchMedia('(prefers-reduced-motion: reduce)')
  if (isReduced || userActivation?.hasBeenActive === false) return
  ;(navigator as { vibrate?: Navigator['vibrate'] }).vibrate?.(TAP_MS)
}
