import { z } from 'zod'
import { FACT_FEATURES, OBSTACLE_KINDS, OBSTACLE_LIMITS, SURFACES } from './fact-kinds.ts'

const [LEAST, MOST] = OBSTACLE_LIMITS.height_cm
const centimetres = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.number().int().min(LEAST).max(MOST))

/** The map's filters by how spots skate. */
export const FactFilters = {
  /** Spots with such an obstacle. */
  obstacle: z.enum(OBSTACLE_KINDS).optional(),
  /** Spots with an obstacle (of that kind) of at least, and of at most, this height in centimetres. */
  height_min: centimetres.optional(),
  height_max: centimetres.optional(),
  /** Spots with this ground or a better one. */
  surface: z.enum(SURFACES).optional(),
  /** Spots that have all of these, separated by commas. */
  features: z
    .string()
    .max(200)
    .transform((text) => [...new Set(text.split(','))].toSorted())
    .pipe(z.array(z.enum(FACT_FEATURES)))
    .optional(),
}

/** {@link FactFilters} as the server parses them. */
export type FactFilters = z.output<z.ZodObject<typeof FactFilters>>

/** How many spots of a view each further choice would leave. */
export const FactCounts = z
  .object({
    /** Spots that match what is chosen now. */
    total: z.number().int(),
    obstacles: z.partialRecord(z.enum(OBSTACLE_KINDS), z.number().int()),
    surfaces: z.partialRecord(z.enum(SURFACES), z.number().int()),
    features: z.partialRecord(z.enum(FACT_FEATURES), z.number().int()),
  })
  .meta({ id: 'FactCounts' })

/** How many spots of a view each further choice would leave. */
export type FactCounts = z.output<typeof FactCounts>
