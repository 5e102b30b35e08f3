import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Id, IfMatchHeaders, Moment, Person, IdempotencyHeaders } from '../shapes.ts'
import { SpotEdit } from './edit-spot.ts'
import { Spot } from './spots.ts'

/** A change to a spot: its author, time, and the previous values. `version` is the one that it was based on. */
export const SpotChange = z
  .object({
    id: Id,
    action: z.enum(['edit', 'status', 'cover', 'delete', 'restore', 'merge', 'unmerge']),
    user_id: Id.nullable(),
    user: Person.nullable(),
    /** The source whose import changed the spot. */
    source: z.string().nullable(),
    version: z.number().int(),
    /** Previous values by field. */
    before: z.record(z.string(), z.unknown()),
    created_at: Moment,
  })
  .meta({ id: 'SpotChange' })

/** A change to a spot: its author, time, and the previous values. `version` is the one that it was based on. */
export type SpotChange = z.output<typeof SpotChange>

const SpotParams = z.object({ spot_id: Id })

/** Changes, deletes, and restores spots. */
export const spotChangeEndpoints = {
  editSpot: endpoint('PATCH /api/spots/:spot_id', {
    summary:
      'Edit a spot. Only its creator and admins can do this. Refused with `STALE` if there is a newer version than the one in `If-Match`. Previous values are kept in the spot’s history. Returns the spot.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'write',
    params: SpotParams,
    headers: IfMatchHeaders,
    body: SpotEdit,
    answer: Spot,
    errors: ['SPOT_NOT_FOUND', 'SPOT_MERGED', 'CREW_NOT_FOUND', 'STALE'],
  }),
  getSpotHistory: endpoint('GET /api/spots/:spot_id/history', {
    summary:
      'List the last 100 changes to a spot, newest first. Only its creator and admins can do this. Admins can also read a deleted spot’s history.',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    answer: z.object({ items: z.array(SpotChange) }),
    errors: ['SPOT_NOT_FOUND'],
  }),
  setSpotStatus: endpoint('PUT /api/spots/:spot_id/status', {
    summary:
      'Mark a spot as gone, or as open again. Only its creator and admins can do this. Returns the spot.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'write',
    params: SpotParams,
    body: z.object({ status: z.enum(['open', 'gone']) }),
    answer: Spot,
    errors: ['SPOT_NOT_FOUND', 'SPOT_MERGED', 'SETTLED'],
  }),
  changeCover: endpoint('PUT /api/spots/:spot_id/cover', {
    summary:
      'Use an uploaded photo as a spot’s cover, and share it as a post. Only the spot’s creator and admins can do this. Returns the spot.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'post',
    params: SpotParams,
    headers: IdempotencyHeaders,
    body: z.object({ media_id: Id }),
    answer: Spot,
    errors: [
      'SPOT_NOT_FOUND',
      'SPOT_MERGED',
      'MEDIA_NOT_FOUND',
      'MEDIA_TAKEN',
      'MEDIA_NOT_READY',
      'UNPROCESSABLE',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  removeSpot: endpoint('DELETE /api/spots/:spot_id', {
    summary: `Delete a spot with all its posts. Only its creator and admins can do this. Admins can restore it within ${LIMITS.restore_days} days.`,
    policy: 'member',
    scope: 'spots:write',
    rate: 'remove',
    params: SpotParams,
    errors: ['SPOT_NOT_FOUND', 'SPOT_MERGED', 'POSTS_NOT_DELETED'],
  }),
  restoreSpot: endpoint('POST /api/spots/:spot_id/restore', {
    summary: 'Restore a deleted spot and its posts. Returns the spot.',
    policy: 'admin',
    rate: 'write',
    params: SpotParams,
    answer: Spot,
    errors: ['SPOT_NOT_FOUND', 'SPOT_MERGED', 'GONE'],
  }),
}
