import type { KeyboardEvent } from 'react'

/** The key code reported for every key that an input method handles. */
const OF_INPUT_METHOD = 229

/**
 * Whether an input method is handling the key. If so, Enter only ends the composition. Safari ends the composition
 * before it reports that key press, so only the key code identifies it.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === OF_INPUT_METHOD
}
