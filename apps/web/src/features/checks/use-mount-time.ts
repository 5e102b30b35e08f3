import { useState } from 'react'

/** The time (ms) at which the component was mounted; precise enough for days and months. */
export const useMountTime = (): number => useState(() => Date.now())[0]
