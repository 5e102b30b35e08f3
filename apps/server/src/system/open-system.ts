import type { NativeApps } from '../config/native.ts'
import type { Services } from '../module.ts'
import type { LiveEvents } from '../modules/events/index.ts'
import type { MediaModule } from '../modules/media/index.ts'
import type { OutboxAccess } from '../platform/mail/index.ts'
import type { Metrics } from '../platform/telemetry/index.ts'
import { serverGauges } from './gauges.ts'
import type { Configured } from './health-warnings.ts'
import { countMails, type HealthDeps } from './health.service.ts'
import type { ServerFacts } from './system.routes.ts'

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

function buildChecks({ db, jobs, media }: Needs) {
  return {
    database: () =>
      db
        .selectFrom('schema_steps' as never)
        .limit(1)
        .execute(),
    queue: () => jobs.ready(),
    storage: () => media.check(),
  }
}

/** Provides the data that the routes of `system` report. */
export function openSystem(
  needs: Needs,
  { outboxAccess, version, configured, metrics, native, ...facts }: SystemOptions,
) {
  const { db, jobs, media, dataDir } = needs
  const streams = () => needs.events.liveEvents.streams.count
  const videos = media.takesVideos
  const { operator } = facts
  const health: HealthDeps = {
    db,
    jobs,
    dataDir,
    version,
    streams,
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
