import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Cursor, Id, IdempotencyHeaders, Moment, Person } from '../shapes.ts'
import { Spot, SpotCard } from '../spots/index.ts'

/** Two spots that are probably duplicates. */
export const TwinPair = z
  .object({
    /** The older spot comes first, and is suggested as the one that remains. */
    spots: z.tuple([SpotCard, SpotCard]),
    metres: z.number(),
    /** Whether the two spots have similar photos. */
    same_picture: z.boolean(),
    found_at: Moment,
  })
  .meta({ id: 'TwinPair' })

/** Two spots that are probably duplicates. */
export type TwinPair = z.output<typeof TwinPair>

/** Counts of a spot's content. */
export const SpotContents = z.object({
  posts: z.number().int(),
  media: z.number().int(),
  comments: z.number().int(),
  checks: z.number().int(),
  bust_reports: z.number().int(),
  facts: z.number().int(),
  edits: z.number().int(),
})

/** Counts of a spot's content. */
export type SpotContents = z.output<typeof SpotContents>

/** Two spots to compare before merging them. */
export const MergePreview = z
  .object({
    into: z.object({ spot: Spot, contents: SpotContents }),
    from: z.object({ spot: Spot, contents: SpotContents }),
    metres: z.number(),
    /** Why the spots can't be merged; null if they can. */
    refused: z.enum(['NOT_ALLOWED', 'SPOTS_DIFFER', 'TOO_FAR_APART']).nullable(),
  })
  .meta({ id: 'MergePreview' })

/** Two spots to compare before merging them. */
export type MergePreview = z.output<typeof MergePreview>

/** A nearby spot that the viewer can merge with the given one. */
export const MergeableSpot = z
  .object({
    spot: SpotCard,
    metres: z.number(),
    /** Why the spots can't be merged in their current state; null if they can. */
    refused: z.enum(['SPOTS_DIFFER']).nullable(),
  })
  .meta({ id: 'MergeableSpot' })

/** A nearby spot that the viewer can merge with the given one. */
export type MergeableSpot = z.output<typeof MergeableSpot>

/** A merge that the viewer can undo. */
export const Merge = z
  .object({
    id: Id,
    /** The spot that was merged, under its previous name. */
    from: z.object({ id: Id, name: z.string() }),
    /** The spot that remains. */
    into: z.object({ id: Id, name: z.string() }),
    /** Null for deleted accounts, and if either person blocks the other. */
    merged_by: Person.nullable(),
    merged_at: Moment,
    /** The deadline for undoing the merge. */
    until: Moment,
  })
  .meta({ id: 'Merge' })

/** A merge that the viewer can undo. */
export type Merge = z.output<typeof Merge>

const PairParams = z.object({ spot_id: Id, other_id: Id })
const MergeParams = z.object({ merge_id: Id })

/** Finds duplicate spots, merges them, and undoes merges. */
export const twinEndpoints = {
  listTwins: endpoint('GET /api/twins', {
    summary:
      'List pairs of spots that are probably the same place and that the viewer can merge, most similar first, in pages',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({
      /** Limits the list to pairs that include this spot. */
      spot_id: Id.optional(),
      cursor: Cursor.optional(),
    }),
    answer: z.object({ items: z.array(TwinPair), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  dismissTwins: endpoint('PUT /api/twins/:spot_id/:other_id/dismissed', {
    summary: 'Mark two spots as different places. They’re no longer suggested as duplicates to anyone.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'write',
    params: PairParams,
    errors: ['SPOT_NOT_FOUND', 'SPOT_MERGED'],
  }),
  previewMerge: endpoint('GET /api/spots/:spot_id/merge/:other_id', {
    summary:
      'Preview a merge of another spot into this one. Returns both spots with counts of their content, and the reason if they can’t be merged.',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: PairParams,
    answer: MergePreview,
    errors: ['SPOT_NOT_FOUND', 'SPOT_MERGED'],
  }),
  listMergeable: endpoint('GET /api/spots/:spot_id/merge', {
    summary: `List up to ${LIMITS.mergeable_max} spots within ${LIMITS.merge_metres} m that the viewer is allowed to merge with this one, nearest first. Spots with a different audience come last, because they can’t be merged until the audiences match. With \`q\`, lists only spots with that text in their name.`,
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: z.object({ spot_id: Id }),
    query: z.object({ q: z.string().trim().max(LIMITS.search_max).optional() }),
    answer: z.object({ items: z.array(MergeableSpot) }),
    errors: ['SPOT_NOT_FOUND', 'SPOT_MERGED'],
  }),
  mergeSpots: endpoint('POST /api/spots/:spot_id/merge', {
    summary: `Merge another spot into this one. All content of the other spot moves here, and its address redirects here. A merge can be undone for ${LIMITS.unmerge_days} days. Returns the merge’s id and this spot.`,
    policy: 'member',
    scope: 'spots:write',
    rate: 'remove',
    params: z.object({ spot_id: Id }),
    headers: IdempotencyHeaders,
    body: z.object({
      /** The spot to merge into the other one. */
      other_id: Id,
    }),
    answer: z.object({ merge_id: Id, spot: Spot }),
    errors: [
      'SPOT_NOT_FOUND',
      'SPOT_MERGED',
      'SPOTS_DIFFER',
      'TOO_FAR_APART',
      'TOO_MANY_OBSTACLES',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  listMerges: endpoint('GET /api/merges', {
    summary: 'List merges that the viewer can undo, newest first, in pages',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({
      /** Limits the list to merges into this spot. */
      spot_id: Id.optional(),
      cursor: Cursor.optional(),
    }),
    answer: z.object({ items: z.array(Merge), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  undoMerge: endpoint('POST /api/merges/:merge_id/undo', {
    summary:
      'Undo a merge. The merged spot is restored with its content. Content added to the other spot since then stays there. Returns the restored spot.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'remove',
    params: MergeParams,
    answer: Spot,
    errors: ['MERGE_NOT_FOUND', 'SPOT_MERGED', 'SPOTS_DIFFER'],
  }),
}
