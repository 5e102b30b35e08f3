import { deleteOldKeys } from '../db/idempotent.ts'
import { deleteOldRates } from '../db/rate-counts.ts'
import type { NativeApps } from '../config/native.ts'
import { defineModule, type Services } from '../module.ts'
import { events, type LiveEvents } from '../modules/events/index.ts'
import { media, type MediaModule } from '../modules/media/index.ts'
import { type OutboxAccess, outboxRoutes } from '../platform/mail/index.ts'
import type { Metrics } from '../platform/telemetry/index.ts'
import { serverGauges } from './gauges.ts'
import { operatorRoutes } from './operator.routes.ts'
import { metricsRoutes } from './metrics.routes.ts'
import { countMails, type HealthDeps } from './health.service.ts'
import type { Configured } from './health-warnings.ts'
import { nativeAppsRoutes } from './native-apps.routes.ts'
import { type ServerFacts, systemRoutes } from './system.routes.ts'
import { healthRoutes } from './health.routes.ts'

type SystemOptions = Omit<ServerFacts, 'videos'> & {
  native: NativeApps
  /** Controls access to stored emails. */
  outboxAccess: OutboxAccess
  /** This program's version. */
  version: string
  /** Settings that can trigger a warning for the operator. */
  configured: Omit<Configured, 'videos' | 'operator'>
  /** This process's metrics, and the token for `/metrics` on this port; null if not available here. */
  metrics: { metrics: Metrics; token: string | null } | null
}
type Needs = Pick<Services, 'db' | 'jobs' | 'dataDir'> & {
  media: MediaModule
  events: { liveEvents: LiveEvents }
}

const buildChecks = ({ db, jobs, media }: Needs) => ({
  database: () =>
    db
      .selectFrom('schema_steps' as never)
      .limit(1)
      .execute(),
  queue: () => jobs.ready(),
  storage: () => media.check(),
})

const open = (
  needs: Needs,
  { outboxAccess, version, configured, metrics, native, ...facts }: SystemOptions,
) => {
  const { db, jobs, media, dataDir } = needs
  const streams = () => needs.events.liveEvents.streams.count
  const videos = media.takesVideos
  const { operator } = facts
  const health: HealthDeps = {
    ...{ db, jobs, dataDir, version, streams },
    configured: { ...configured, videos, operator },
  }
  const { counts, stop } = countMails()
  metrics?.metrics.addGauges(serverGauges({ db, dataDir, version, streams }))
  return {
    facts: { ...facts, videos },
    native,
    access: outboxAccess,
    checks: buildChecks(needs),
    health,
    mails: counts,
    metrics: metrics?.token ? { metrics: metrics.metrics, token: metrics.token } : null,
    stopCounting: stop,
  }
}

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
  open,
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
