import type { KeyboardEvent } from 'react'

/** The key code of every key that goes to an input method. */
const OF_INPUT_METHOD = 229

/**
 * Whether a key goes to an input method, where Enter only ends a composition. Safari ends the composition before it
 * reports that Enter, which has only its key code left.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === OF_INPUT_METHOD
