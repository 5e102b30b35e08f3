import { z } from 'zod'
import { FACT_FEATURES, OBSTACLE_KINDS, OBSTACLE_LIMITS, SURFACES } from './fact-kinds.ts'

const [LEAST, MOST] = OBSTACLE_LIMITS.height_cm
const centimetres = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.number().int().min(LEAST).max(MOST))

/** Map filters by facts about spots. */
export const FactFilters = {
  /** Spots with this kind of obstacle. */
  obstacle: z.enum(OBSTACLE_KINDS).optional(),
  /** Spots with an obstacle (of that kind) of at least or at most this height, in centimeters. */
  height_min: centimetres.optional(),
  height_max: centimetres.optional(),
  /** Spots with this surface or a better one. */
  surface: z.enum(SURFACES).optional(),
  /** Spots with all of these features, separated by commas. */
  features: z
    .string()
    .max(200)
    .transform((text) => [...new Set(text.split(','))].toSorted())
    .pipe(z.array(z.enum(FACT_FEATURES)))
    .optional(),
}

/** {@link FactFilters} as the server parses them. */
export type FactFilters = z.output<z.ZodObject<typeof FactFilters>>

/** How many spots in view each additional filter would leave. */
export const FactCounts = z
  .object({
    /** Spots that match the current filters. */
    total: z.number().int(),
    obstacles: z.partialRecord(z.enum(OBSTACLE_KINDS), z.number().int()),
    surfaces: z.partialRecord(z.enum(SURFACES), z.number().int()),
    features: z.partialRecord(z.enum(FACT_FEATURES), z.number().int()),
  })
  .meta({ id: 'FactCounts' })

/** How many spots in view each additional filter would leave. */
export type FactCounts = z.output<typeof FactCounts>
