import { useState } from 'react'

/** The time (ms) at which a part of the screen was made: enough for days and months. */
export const useMountTime = (): number => useState(() => Date.now())[0]
