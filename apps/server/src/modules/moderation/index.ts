import { LIMITS } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Mailer } from '../../platform/mail/index.ts'
import type { Oversight } from '../oversight/index.ts'
import { overseeing } from './conclude.service.ts'
import { MODERATION_MAIL, moderationMails } from './moderation.mails.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { forgetNoticeSenders } from './reports.queries.ts'
import { reportRoutes } from './reports.routes.ts'

export { suspensionOf } from './suspension.service.ts'

const SWEEP_SECONDS = 3600

type ModerationDeps = { db: Db; jobs: Jobs; mailer: Mailer; publicUrl: URL; secret: string }

/** Reports and what is decided about them; registers its background work with `jobs`, so call it before they are started. */
export const openModeration = (
  deps: ModerationDeps,
): { routes: (app: FastifyInstance) => void; oversight: Oversight } => {
  deps.jobs.work(MODERATION_MAIL, moderationMails(deps))
  deps.jobs.every('senders of old notices', SWEEP_SECONDS, () =>
    forgetNoticeSenders(deps.db, LIMITS.notice_days),
  )
  return {
    oversight: overseeing(deps.jobs),
    routes: (app) => {
      reportRoutes(app, deps)
      moderationRoutes(app, deps)
    },
  }
}
