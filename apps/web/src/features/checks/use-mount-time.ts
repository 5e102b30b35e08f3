import { useState } from 'react'

/** Returns the time (ms) when the component mounted. It's precise enough for days and months. */
export function useMountTime(): number {
  return useState(() => Date.now())[0]
}
