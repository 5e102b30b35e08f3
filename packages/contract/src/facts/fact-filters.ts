import { z } from 'zod'
import { FACT_FEATURES, GROUNDS, OBSTACLE_KINDS, OBSTACLE_LIMITS, SURFACES } from './fact-kinds.ts'

const [LEAST, MOST] = OBSTACLE_LIMITS.height_cm
const centimetres = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.number().int().min(LEAST).max(MOST))

/** Map filters based on facts about spots. */
export const FactFilters = {
  /** Only spots with this type of obstacle. */
  obstacle: z.enum(OBSTACLE_KINDS).optional(),
  /** Only spots with an obstacle (of that type, if set) in this height range, in centimeters. */
  height_min: centimetres.optional(),
  height_max: centimetres.optional(),
  /** Only spots with this surface or a smoother one. */
  surface: z.enum(SURFACES).optional(),
  /** Only spots with this ground material. */
  ground: z.enum(GROUNDS).optional(),
  /** Only spots with all of these features, comma-separated. */
  features: z
    .string()
    .max(200)
    .transform((text) => [...new Set(text.split(','))].toSorted())
    .pipe(z.array(z.enum(FACT_FEATURES)))
    .optional(),
}

/** The result of parsing {@link FactFilters}. */
export type FactFilters = z.output<z.ZodObject<typeof FactFilters>>

/** The number of spots in view that would remain after adding each filter. */
export const FactCounts = z
  .object({
    /** The number of spots that match the current filters. */
    total: z.number().int(),
    obstacles: z.partialRecord(z.enum(OBSTACLE_KINDS), z.number().int()),
    surfaces: z.partialRecord(z.enum(SURFACES), z.number().int()),
    grounds: z.partialRecord(z.enum(GROUNDS), z.number().int()),
    features: z.partialRecord(z.enum(FACT_FEATURES), z.number().int()),
  })
  .meta({ id: 'FactCounts' })

/** The number of spots in view that would remain after adding each filter. */
export type FactCounts = z.output<typeof FactCounts>
