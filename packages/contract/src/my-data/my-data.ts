import { z } from 'zod'
import { Token } from '../accounts/index.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'

/** An archive of all of a person's data, built by a job and stored for a few days. */
export const DataExport = z
  .object({
    id: Id,
    status: z.enum(['waiting', 'ready', 'failed']),
    /** The archive's size in bytes; null until it's ready. */
    bytes: z.number().int().nullable(),
    asked_at: Moment,
    /** When the archive expires; null until it's ready. */
    expires_at: Moment.nullable(),
  })
  .meta({ id: 'DataExport' })

/** An archive of all of a person's data, built by a job and stored for a few days. */
export type DataExport = z.output<typeof DataExport>

/** Exports of the viewer's own data. */
export const myDataEndpoints = {
  listExports: endpoint('GET /api/my-data/exports', {
    summary: "The viewer's archives, newest first",
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(DataExport) }),
  }),
  askForExport: endpoint('POST /api/my-data/exports', {
    summary:
      'Have an archive made of everything that belongs to the viewer; a mail says when it is ready. One at a time',
    policy: 'own',
    rate: 'export',
    status: 202,
    answer: DataExport,
    errors: ['IN_PROGRESS'],
  }),
  downloadExport: endpoint('GET /api/my-data/exports/:export_id/file', {
    summary: "One of the viewer's archives, as a ZIP file",
    policy: 'own',
    rate: 'file',
    params: z.object({ export_id: Id }),
    status: 200,
    errors: ['NOT_FOUND', 'GONE'],
  }),
  askForExportByLink: endpoint('POST /api/my-data/exports-by-link', {
    summary:
      'Have the archive made with the token of a mailed link, for a member who is suspended; a mail brings it. One at a time',
    policy: 'anyone',
    rate: 'appeal',
    body: z.object({ token: Token }),
    status: 202,
    errors: ['BAD_TOKEN', 'IN_PROGRESS'],
  }),
  downloadArchive: endpoint('GET /api/my-data/archive', {
    summary: 'The archive a mailed link brings, as a ZIP file, for as long as it is kept',
    policy: 'anyone',
    rate: 'appeal',
    query: z.object({ token: Token }),
    status: 200,
    errors: ['BAD_TOKEN', 'GONE'],
  }),
}
