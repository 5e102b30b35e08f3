import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Latitude, Longitude, Moment } from '../shapes.ts'
import { Filled, Line } from '../texts.ts'
import { ImportArea, REFUSAL_KINDS } from './import-areas.ts'
import { IMPORT_FILE_BYTES_MAX, IMPORT_FILE_ENDINGS, IMPORT_PART_BYTES } from './import-file-limits.ts'

const Count = z.number().int().min(0)

/** A file's source and license, which every spot's page shows. */
export const ImportFileSource = z.object({
  source: Line(80).pipe(Filled),
  licence: Line(80).pipe(Filled),
  /** The page that the attribution links to. */
  url: Line(300)
    .pipe(z.url({ protocol: /^https?$/ }))
    .nullable(),
})

/** A preview of what importing a file would do. */
export const ImportPreview = z
  .object({
    ending: z.enum(IMPORT_FILE_ENDINGS),
    /** The dataset, from the file's name without dates and versions. */
    dataset: z.string(),
    read: Count,
    /** Lines and tracks, which aren't places. */
    lines: Count,
    added: Count,
    updated: Count,
    /** Records whose spots already exist. */
    here: Count,
    refused: Count,
    conflicts: Count,
    refusals: z.array(
      z.object({
        kind: z.enum(REFUSAL_KINDS),
        count: Count,
        /**
         * The first few of these records. `where` is the record's line or number, and `why` is a sentence in English.
         */
        samples: z.array(z.object({ where: z.string(), name: z.string(), why: z.string() })),
      }),
    ),
    /** The accepted places, grouped so that there are never more than a few hundred. */
    points: z.array(z.object({ latitude: Latitude, longitude: Longitude, count: Count })),
  })
  .meta({ id: 'ImportPreview' })

/** A preview of what importing a file would do. */
export type ImportPreview = z.output<typeof ImportPreview>

/** A file that an admin has uploaded for an import. */
export const ImportFile = z
  .object({
    id: Id,
    name: z.string(),
    bytes: Count,
    /** Bytes received so far. */
    arrived: Count,
    /** `refused`: the file can't be read, or has no spots. */
    state: z.enum(['uploading', 'reading', 'ready', 'refused']),
    /** Records read so far. */
    read: Count,
    /** Increases whenever the file is read again. Confirming an import names the version of the preview. */
    version: Count,
    /** Why the file is refused, as an English sentence; null if the server failed. */
    problem: z.string().nullable(),
    /** The source and license, as stated in the file or set by an admin. Null if unknown. */
    source: z.string().nullable(),
    licence: z.string().nullable(),
    url: z.string().nullable(),
    /** Set if the state is `ready`. */
    preview: ImportPreview.nullable(),
    created_at: Moment,
    expires_at: Moment,
  })
  .meta({ id: 'ImportFile' })

/** A file that an admin has uploaded for an import. */
export type ImportFile = z.output<typeof ImportFile>

const FileParams = z.object({ file_id: Id })

/** Uploads of files with spots, and their imports. */
export const importFileEndpoints = {
  createImportFile: endpoint('POST /api/imports/files', {
    summary: 'Begin to upload a file with spots. Send its parts next.',
    policy: 'admin',
    rate: 'upload',
    body: z.object({ name: Line(255), bytes: z.number().int().min(1).max(IMPORT_FILE_BYTES_MAX) }),
    answer: ImportFile,
    status: 201,
    errors: ['WRONG_TYPE', 'STORAGE_FULL'],
  }),
  sendImportPart: endpoint('PUT /api/imports/files/:file_id/parts/:number', {
    summary: `Send a part of a file as \`application/octet-stream\`: ${IMPORT_PART_BYTES} bytes, or what remains. Parts are sent in order, from 0. Repeating a part changes nothing. After the last part, the file is read for a preview.`,
    policy: 'admin',
    rate: 'upload_chunk',
    params: FileParams.extend({ number: z.coerce.number().int().min(0).max(10_000) }),
    answer: ImportFile,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE', 'STORAGE_FULL'],
  }),
  listImportFiles: endpoint('GET /api/imports/files', {
    summary: 'List uploaded files that aren’t imported yet, newest first. They are deleted after a week.',
    policy: 'admin',
    rate: 'read',
    answer: z.object({ items: z.array(ImportFile) }),
  }),
  getImportFile: endpoint('GET /api/imports/files/:file_id', {
    summary: 'Get an uploaded file with its preview',
    policy: 'admin',
    rate: 'read',
    params: FileParams,
    answer: ImportFile,
    errors: ['NOT_FOUND'],
  }),
  previewImportFile: endpoint('PUT /api/imports/files/:file_id/source', {
    summary: 'Set a file’s source and license, and read it again for a preview',
    policy: 'admin',
    rate: 'write',
    params: FileParams,
    body: ImportFileSource,
    answer: ImportFile,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  startImportFile: endpoint('POST /api/imports/files/:file_id/import', {
    summary:
      'Import a file that has a preview, a source, and a license. `version` is the version of the preview, so that no one imports something else than they saw. The import is listed with the imports of areas. It can be cancelled, continued, and undone like them.',
    policy: 'admin',
    rate: 'write',
    params: FileParams,
    body: z.object({ version: Count }),
    answer: ImportArea,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT', 'PREVIEW_CHANGED'],
  }),
  deleteImportFile: endpoint('DELETE /api/imports/files/:file_id', {
    summary: 'Delete an uploaded file. Spots that were imported from it stay.',
    policy: 'admin',
    rate: 'write',
    params: FileParams,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}
