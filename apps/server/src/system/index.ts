import { deleteOldKeys } from '../db/idempotent.ts'
import { deleteOldRates } from '../db/rate-counts.ts'
import { defineModule } from '../module.ts'
import { events } from '../modules/events/index.ts'
import { media } from '../modules/media/index.ts'
import { outboxRoutes } from '../platform/mail/index.ts'
import { operatorRoutes } from './operator.routes.ts'
import { metricsRoutes } from './metrics.routes.ts'
import { nativeAppsRoutes } from './native-apps.routes.ts'
import { openSystem } from './open-system.ts'
import { systemRoutes } from './system.routes.ts'
import { healthRoutes } from './health.routes.ts'

/**
 * Everything that doesn't belong to a noun: health, server features, the API's description, stored emails, and the
 * tables in `db`.
 */
export const system = defineModule({
  name: 'system',
  needs: ['db', 'jobs', 'outbox', 'dataDir'],
  uses: { media, events },
  tables: {
    imported_rows: 'hashes, so that a repeated import adds nothing twice and restores nothing',
    task_turns: 'one row per scheduled task',
    schema_steps: 'the version of this database',
    schema_lock: 'one row',
    backup_records: 'one row per kind',
  },
  open: openSystem,
  routes: [systemRoutes, nativeAppsRoutes, operatorRoutes, outboxRoutes],
  routesOfEveryRole: [healthRoutes, metricsRoutes],
  close: ({ stopCounting }) => stopCounting(),
  cleanUps: [
    {
      name: 'old idempotency keys',
      everySeconds: 3600,
      removes: { idempotency_keys: 'after a day' },
      run: ({ db }) => deleteOldKeys(db),
    },
    {
      name: 'old rate counts',
      everySeconds: 3600,
      removes: { rate_counts: 'a day after their window' },
      run: ({ db }) => deleteOldRates(db),
    },
    {
      name: 'old outbox emails',
      everySeconds: 3600,
      removes: { 'outbox/': 'after 30 days, or with the account' },
      run: ({ outbox }) => outbox.forgetOld(),
    },
  ],
})
