import { z } from 'zod'
import {
  AudienceIn,
  CREW_MISSING,
  ExactAudienceIn,
  namesItsCrew,
  OpensAt,
  PrecisionIn,
} from '../audiences/index.ts'
import { LIMITS } from '../limits.ts'
import { Id, Latitude, Longitude } from '../shapes.ts'
import { Line, Text } from '../texts.ts'
import { isEditedPosition } from './spot-position.ts'
import { DIFFICULTY_LEVELS, SPOT_TYPES } from './spot-types.ts'
import { SpotTypeIn } from './spots.ts'
import { issue } from '../sentences.ts'

/** A text field's new value. Blank and `null` clear it; absent leaves it unchanged. */
function changed(text: ReturnType<typeof Text>) {
  return text
    .nullable()
    .transform((text) => text || null)
    .optional()
}

function ChangedText(max: number) {
  return changed(Text(max))
}

function ChangedLine(max: number) {
  return changed(Line(max))
}

const NO_POSITION = issue`Please select a location on the map.`

/** An edit to a spot; absent fields stay unchanged. A location needs both coordinates. */
export const SpotEdit = z
  .object({
    name: Line(LIMITS.spot_name_max).pipe(z.string().min(1, issue`Spot name is required.`)).optional(),
    description: ChangedText(LIMITS.spot_description_max),
    address: ChangedLine(LIMITS.address_max),
    city: ChangedLine(LIMITS.place_max),
    state: ChangedLine(LIMITS.place_max),
    country: ChangedLine(LIMITS.place_max),
    postal_code: ChangedLine(LIMITS.postal_code_max),
    latitude: Latitude.optional(),
    longitude: Longitude.optional(),
    difficulty_level: z.enum(DIFFICULTY_LEVELS).nullable().optional(),
    /** An empty list is saved as `null`. */
    spot_types: z
      .array(SpotTypeIn)
      .max(SPOT_TYPES.length)
      .nullable()
      .transform((types) => (types?.length ? [...new Set(types)] : null))
      .optional(),
    /** Who can see the spot. Only its creator can change this. */
    audience: AudienceIn.optional(),
    /**
     * How precisely the position is shown, who can see it exactly, and when the spot opens. Only its creator can set
     * them.
     */
    precision: PrecisionIn.optional(),
    exact_for: ExactAudienceIn.optional(),
    opens_at: OpensAt.nullable().optional(),
    /** The crew that can see the spot or its exact position; only if `audience` or `exact_for` is `crew`. */
    crew_id: Id.nullish(),
  })
  .refine(namesItsCrew, CREW_MISSING)
  .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    path: ['latitude'],
    error: NO_POSITION,
  })
  .refine(isEditedPosition, { path: ['latitude'], error: NO_POSITION })
  .meta({ id: 'SpotEdit' })

/** The result of parsing {@link SpotEdit}. */
export type SpotEdit = z.output<typeof SpotEdit>
