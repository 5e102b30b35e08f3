import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cursor, Id, Latitude, Longitude, Moment } from '../shapes.ts'
import { SPOT_TYPES } from '../spots/spot-types.ts'

/** The spot fields that a source can set, in addition to facts. */
export const IMPORT_FIELDS = [
  ...(['name', 'description', 'address', 'city', 'state', 'country', 'postal_code'] as const),
  ...(['position', 'difficulty_level', 'spot_types'] as const),
] as const

/** A spot field that a source can set. */
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** A value for a field that a source can set. */
export const ImportValue = z
  .union([
    z.string(),
    z.array(z.enum(SPOT_TYPES)),
    z.object({ latitude: Latitude, longitude: Longitude }),
    z.null(),
  ])
  .meta({ id: 'ImportValue' })

/** A value for a field that a source can set. */
export type ImportValue = z.output<typeof ImportValue>

/** The operator's import of a file with spots. */
export const ImportRun = z
  .object({
    id: Id,
    /** The first record's source; null before the first record. */
    source: z.string().nullable(),
    dataset: z.string(),
    file: z.string(),
    /** `partial`: some records were unreadable, so none were marked missing. `stopped`: the process was killed. */
    state: z.enum(['running', 'stopped', 'complete', 'partial', 'failed']),
    read: z.number().int(),
    added: z.number().int(),
    /** Records for known spots; `updated` is how many of them changed the spot. */
    known: z.number().int(),
    updated: z.number().int(),
    /** Records skipped because they probably describe a nearby spot that already exists. */
    same: z.number().int(),
    refused: z.number().int(),
    conflicts: z.number().int(),
    /** Spots in an earlier version of the dataset that aren't in this file. */
    missing: z.number().int(),
    /** Spots that were missing but are in the dataset again. */
    returned: z.number().int(),
    begun_at: Moment,
    ended_at: Moment.nullable(),
  })
  .meta({ id: 'ImportRun' })

/** The operator's import of a file with spots. */
export type ImportRun = z.output<typeof ImportRun>

/** A field that both people and a source changed. */
export const ImportConflict = z
  .object({
    id: Id,
    spot: z.object({ id: Id, name: z.string(), city: z.string().nullable(), version: z.number().int() }),
    source: z.string(),
    field: z.enum(IMPORT_FIELDS),
    /** The spot's current value. */
    ours: ImportValue,
    /** The source's value. */
    theirs: ImportValue,
    created_at: Moment,
  })
  .meta({ id: 'ImportConflict' })

/** A field that both people and a source changed. */
export type ImportConflict = z.output<typeof ImportConflict>

/** The operator's imports, and moderators' decisions about conflicts. */
export const importEndpoints = {
  listImportRuns: endpoint('GET /api/imports/runs', {
    summary: 'List imports of spot files, newest first, in pages',
    policy: 'admin',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(ImportRun), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  listImportConflicts: endpoint('GET /api/imports/conflicts', {
    summary:
      'List unresolved import conflicts, oldest first, in pages. A conflict is about a field of a spot that both people and a source changed.',
    policy: 'admin',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(ImportConflict), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  decideImportConflict: endpoint('PUT /api/imports/conflicts/:conflict_id', {
    summary:
      'Resolve an import conflict: apply the source’s value or keep the spot’s current one. An applied value is recorded in the spot’s history. Repeating the same decision changes nothing.',
    policy: 'admin',
    rate: 'write',
    params: z.object({ conflict_id: Id }),
    body: z.object({
      take: z.boolean(),
      /** The version of the spot that the moderator saw. */
      version: z.number().int(),
    }),
    errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
  }),
}
