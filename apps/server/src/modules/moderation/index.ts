import { LIMITS } from '@nollie/contract/limits'
import { defineModule, worker } from '../../module.ts'
import type { Reversals } from './appeals.service.ts'
import { MODERATION_MAIL, moderationMails } from './moderation.mails.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { forgetNoticeSenders } from './reports.queries.ts'
import { reportRoutes } from './reports.routes.ts'

export { auditHook, concludeAsSteward } from './conclude-case.service.ts'
export { firstAdminPath } from './first-admin.service.ts'
export { caseMover, reportMover } from './move-cases.queries.ts'
export { nameInLog, writeAuditEntry } from './audit-log.queries.ts'
export { findSuspension } from './suspend-member.service.ts'

const FOR_MODERATORS = 'for moderators (docs/decisions/0030-moderation.md)'

/** Reports, decisions, and appeals. */
export const moderation = defineModule({
  name: 'moderation',
  needs: ['db', 'jobs', 'rates', 'mailer', 'publicUrl', 'secret'],
  tables: {
    report_cases: FOR_MODERATORS,
    moderation_decisions: FOR_MODERATORS,
    appeals: FOR_MODERATORS,
    moderation_log: FOR_MODERATORS,
  },
  open: (_deps: object, reversals: Reversals) => ({ reversals }),
  routes: [reportRoutes, moderationRoutes],
  jobs: [worker(MODERATION_MAIL, moderationMails)],
  cleanUps: [
    {
      name: 'old reporter contacts',
      everySeconds: 3600,
      removes: { reports: 'name and address of reporters without an account' },
      run: ({ db }) => forgetNoticeSenders(db, LIMITS.notice_days),
    },
  ],
})
