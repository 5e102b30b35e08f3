import { z } from 'zod'
import { RATES, type RateName } from '@nollie/contract'
import type { RateFigures } from '../platform/http/index.ts'

const RATE = /^(\w+)\.(user|ip)=(\d{1,9})\/(\d{1,6})$/

// `sign_up.ip=100/1800, read.user=3000/300`: a rate, who it applies to, and how many times in how many seconds.
function rateFigures(text: string): RateFigures | null {
  const figures: { [N in RateName]?: { user?: [number, number]; ip?: [number, number] } } = {}
  for (const part of text.split(',')) {
    const [, name, side, times, seconds] = RATE.exec(part.trim()) ?? []
    if (!name || !(name in RATES)) return null
    figures[name as RateName] = {
      ...figures[name as RateName],
      [side as 'user']: [Number(times), Number(seconds)],
    }
  }
  return figures
}

/** Environment variables that override the default rate limits. */
export const RATE_VARIABLES = {
  RATE_LIMITS: z
    .string()
    .refine((text) => rateFigures(text) !== null, 'must be like sign_up.ip=100/1800, read.user=3000/300')
    .transform((text) => rateFigures(text) ?? {})
    .default({}),
}
