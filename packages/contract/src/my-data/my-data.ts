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
    summary: 'List the viewer’s data archives, newest first',
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(DataExport) }),
  }),
  askForExport: endpoint('POST /api/my-data/exports', {
    summary:
      'Request an archive of all the viewer’s data. Returns its status, and an email says when it’s ready. Only one archive can be in progress at a time.',
    policy: 'own',
    rate: 'export',
    status: 202,
    answer: DataExport,
    errors: ['IN_PROGRESS'],
  }),
  downloadExport: endpoint('GET /api/my-data/exports/:export_id/file', {
    summary: 'Download one of the viewer’s archives as a ZIP file',
    policy: 'own',
    rate: 'file',
    params: z.object({ export_id: Id }),
    status: 200,
    errors: ['NOT_FOUND', 'GONE'],
  }),
  askForExportByLink: endpoint('POST /api/my-data/exports-by-link', {
    summary:
      'Request an archive for a suspended member, with the token from an emailed link. An email contains the link to the archive. Only one archive can be in progress at a time.',
    policy: 'anyone',
    rate: 'appeal',
    body: z.object({ token: Token }),
    status: 202,
    errors: ['BAD_TOKEN', 'IN_PROGRESS'],
  }),
  downloadArchive: endpoint('GET /api/my-data/archive', {
    summary:
      'Download the archive that an emailed link refers to, as a ZIP file. Works until the archive expires.',
    policy: 'anyone',
    rate: 'appeal',
    query: z.object({ token: Token }),
    status: 200,
    errors: ['BAD_TOKEN', 'GONE'],
  }),
}
