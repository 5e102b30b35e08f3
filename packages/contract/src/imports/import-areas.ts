import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cursor, Id, Moment } from '../shapes.ts'
import { issue } from '../sentences.ts'
import { AREA_PATTERN } from './area-text.ts'

/**
 * An area to import, as text: `country:ES` (ISO code), `town:41.38,2.17` (a position in the town), or
 * `box:2.0,41.3,2.3,41.5` (west, south, east, north). A box across the 180th meridian has an east above 180.
 */
export const ImportAreaText = z.string().max(120).regex(AREA_PATTERN, issue`This isn’t an area.`)

/** Why an import from OpenStreetMap stopped before the end. Retrying continues where it stopped. */
export const STOP_REASONS = [
  /** The server didn't respond, or cut connections. */
  'unreachable',
  /** The server was busy for a long time. */
  'busy',
  /** The server isn't an Overpass server: it sends web pages, for example. */
  'not_overpass',
  /** The server refuses our requests. */
  'denied',
  /** The server doesn't know the country's boundary. */
  'no_boundary',
  /** A record couldn't be stored. */
  'failed',
  /** The uploaded file was deleted. */
  'no_file',
] as const

/** Why an import from OpenStreetMap stopped before the end. */
export type StopReason = (typeof STOP_REASONS)[number]

/** Why a record wasn't imported. */
export const REFUSAL_KINDS = [
  'shop',
  'other_sport',
  'private',
  'closed',
  'no_position',
  'unreadable',
  'invalid',
] as const

/** Why a record wasn't imported. */
export type RefusalKind = (typeof REFUSAL_KINDS)[number]

/** Why undoing an import doesn't remove a spot: what people have done with the spot since. */
export const STAY_KINDS = ['posts', 'reports', 'edits', 'saves', 'other'] as const

/** Why undoing an import doesn't remove a spot. */
export type StayKind = (typeof STAY_KINDS)[number]

const Count = z.number().int().min(0)

/** An import of an area's skateparks from OpenStreetMap, or of an uploaded file. */
export const ImportArea = z
  .object({
    id: Id,
    /** See {@link ImportAreaText}; `file:ID` for an uploaded file. */
    area: z.string(),
    /** The town's name, the country's English one, or the file's name; null for boxes. */
    label: z.string().nullable(),
    /** The host name of the Overpass server; null for a file. */
    server: z.string().nullable(),
    /** The area around a file's spots; null for other imports. */
    box: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }).nullable(),
    /** `interrupted`: no process has worked on it for a while; retrying continues it. */
    state: z.enum([
      'running',
      'interrupted',
      'stopped',
      'cancelled',
      'complete',
      'partial',
      'undoing',
      'undone',
    ]),
    /** Set if the state is `stopped`. */
    reason: z.enum(STOP_REASONS).nullable(),
    /** The number of requests, or of parts of a file. */
    tiles: Count,
    tiles_done: Count,
    /** Tiles that the server couldn't answer, even when split. A retry requests them again. */
    tiles_failed: Count,
    /** Set while it waits because the server is busy. */
    waits_until: Moment.nullable(),
    read: Count,
    added: Count,
    updated: Count,
    /** Records whose spots already existed, from an earlier import or added by people. */
    here: Count,
    refused: Count,
    refusals: z.array(z.object({ kind: z.enum(REFUSAL_KINDS), count: Count })),
    conflicts: Count,
    /** Spots that were removed by undoing the import. */
    removed: Count,
    stays: z.array(z.object({ kind: z.enum(STAY_KINDS), count: Count })),
    begun_at: Moment,
    ended_at: Moment.nullable(),
  })
  .meta({ id: 'ImportArea' })

/** An import of an area's skateparks from OpenStreetMap, or of an uploaded file. */
export type ImportArea = z.output<typeof ImportArea>

const AreaParams = z.object({ import_id: Id })

/** Imports of skateparks from OpenStreetMap, area by area. */
export const importAreaEndpoints = {
  planImportArea: endpoint('GET /api/imports/areas/plan', {
    summary:
      'Preview an import of an area’s skateparks from OpenStreetMap: the number of requests, their estimated duration, and the server. Sends nothing to that server.',
    policy: 'admin',
    rate: 'read',
    query: z.object({ area: ImportAreaText }),
    answer: z.object({
      area: z.string(),
      label: z.string().nullable(),
      server: z.string(),
      tiles: Count,
      seconds: Count,
      /** An unfinished import of the same area. */
      unfinished_id: Id.nullable(),
    }),
    errors: ['AREA_UNKNOWN', 'AREA_TOO_LARGE'],
  }),
  startImportArea: endpoint('POST /api/imports/areas', {
    summary:
      'Import an area’s skateparks from OpenStreetMap. While an import of the same area is unfinished, returns that import instead of starting another one.',
    policy: 'admin',
    rate: 'write',
    body: z.object({ area: ImportAreaText }),
    answer: ImportArea,
    errors: ['AREA_UNKNOWN', 'AREA_TOO_LARGE'],
  }),
  listImportAreas: endpoint('GET /api/imports/areas', {
    summary: 'List imports from OpenStreetMap, newest first, in pages',
    policy: 'admin',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(ImportArea), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  getImportArea: endpoint('GET /api/imports/areas/:import_id', {
    summary: 'Get an import from OpenStreetMap with its progress',
    policy: 'admin',
    rate: 'read',
    params: AreaParams,
    answer: ImportArea,
    errors: ['NOT_FOUND'],
  }),
  cancelImportArea: endpoint('POST /api/imports/areas/:import_id/cancel', {
    summary:
      'Stop an import from OpenStreetMap. The spots it has added remain. Repeating this changes nothing.',
    policy: 'admin',
    rate: 'write',
    params: AreaParams,
    answer: ImportArea,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  retryImportArea: endpoint('POST /api/imports/areas/:import_id/retry', {
    summary:
      'Continue an import from OpenStreetMap that stopped, was cancelled, or is incomplete. Finished tiles aren’t requested again.',
    policy: 'admin',
    rate: 'write',
    params: AreaParams,
    answer: ImportArea,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  undoImportArea: endpoint('POST /api/imports/areas/:import_id/undo', {
    summary:
      'Remove the spots that an import from OpenStreetMap added. Spots stay if people have posted there, or have edited, confirmed, saved, or reported them. A later import can add the removed spots again.',
    policy: 'admin',
    rate: 'write',
    params: AreaParams,
    answer: ImportArea,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}
