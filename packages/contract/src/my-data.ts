import { z } from 'zod'
import { Credentials, Email, Password, SignedIn, Token } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './shapes.ts'

/** An archive of all of a person's data: made by a job, stored for some days. */
export const DataExport = z
  .object({
    id: Id,
    status: z.enum(['waiting', 'ready', 'failed']),
    /** Size of the archive; null until it is ready. */
    bytes: z.number().int().nullable(),
    asked_at: Moment,
    /** Until when it can be fetched; null until it is ready. */
    expires_at: Moment.nullable(),
  })
  .meta({ id: 'DataExport' })

/** An archive of all of a person's data: made by a job, stored for some days. */
export type DataExport = z.output<typeof DataExport>

/** What becomes of posts, comments and the like: gone, or left as by a "former member". */
const Content = z.enum(['remove', 'keep'])
const AccountDeletion = z.object({ due_at: Moment })

/** The person's own data: its export, and the deletion of the account. */
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
  deleteAccount: endpoint('POST /api/account/leaving', {
    summary:
      'Delete the account: everybody is signed out and nobody sees it from now on; after the time of grace it is removed',
    policy: 'own',
    rate: 'reauth',
    body: z.object({ password: Password, content: Content }),
    status: 202,
    answer: AccountDeletion,
    errors: ['WRONG_PASSWORD'],
  }),
  requestAccountDeletion: endpoint('POST /api/auth/leaving-mails', {
    summary:
      'Mail a link with which an account can be deleted without signing in; answers alike whether or not the address is known',
    policy: 'anyone',
    rate: 'mail',
    body: z.object({ email: Email }),
    status: 202,
  }),
  confirmAccountDeletion: endpoint('POST /api/auth/leaving', {
    summary: 'Delete the account with the token of the mailed link, as in the app',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token, content: Content }),
    status: 202,
    answer: AccountDeletion,
    errors: ['BAD_TOKEN'],
  }),
  comeBack: endpoint('POST /api/auth/return', {
    summary: 'Take the deletion of the account back and sign in, as long as it is not removed',
    policy: 'anyone',
    rate: 'sign_in',
    headers: z.looseObject({ 'x-client': z.literal('token').optional() }),
    body: Credentials,
    answer: SignedIn,
    errors: ['CREDENTIALS_MISSING', 'WRONG_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'GONE'],
  }),
}
