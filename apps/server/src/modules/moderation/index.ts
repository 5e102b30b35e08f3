import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { Rates } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Mailer } from '../../platform/mail/index.ts'
import type { Oversight } from '../oversight/index.ts'
import { overseeing } from './conclude.service.ts'
import { MODERATION_MAIL, moderationMails } from './moderation.mails.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { reportRoutes } from './reports.routes.ts'

export { suspensionOf } from './suspension.service.ts'

type ModerationDeps = { db: Db; jobs: Jobs; rates: Rates; mailer: Mailer; publicUrl: URL; secret: string }

/** Reports and what is decided about them; registers its mails with `jobs`, so call it before they are started. */
export const openModeration = (
  deps: ModerationDeps,
): { routes: (app: FastifyInstance) => void; oversight: Oversight } => {
  deps.jobs.work(MODERATION_MAIL, moderationMails(deps))
  return {
    oversight: overseeing(deps.jobs),
    routes: (app) => {
      reportRoutes(app, deps)
      moderationRoutes(app, deps)
    },
  }
}
