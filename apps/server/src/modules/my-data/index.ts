import { defineModule, worker } from '../../module.ts'
import { media } from '../media/index.ts'
import { EXPORT, EXPORT_MAIL, mailExport, makeExport, openExports, sweepExports } from './export.service.ts'
import { myDataRoutes } from './my-data.routes.ts'
import { deleteDueAccounts } from './account-deletion.service.ts'

export { PERSONAL_COLUMNS } from './personal-columns.ts'
export { deleteDueAccounts } from './account-deletion.service.ts'

/** Lets people read, export, and delete their own data. */
export const myData = defineModule({
  name: 'my-data',
  needs: ['db', 'jobs', 'rates', 'mailer', 'outbox', 'publicUrl', 'secret', 'storage'],
  uses: { media },
  open: openExports,
  routes: myDataRoutes,
  jobs: [worker(EXPORT, makeExport), worker(EXPORT_MAIL, mailExport)],
  cleanUps: [
    {
      name: 'old exports',
      everySeconds: 600,
      removes: { exports: 'with the file, after a week', 'exports/': 'after a week, or with the account' },
      run: sweepExports,
    },
    {
      name: 'accounts due for deletion',
      everySeconds: 600,
      removes: { account_deletions: 'with the account, after the grace period' },
      run: deleteDueAccounts,
    },
  ],
})
