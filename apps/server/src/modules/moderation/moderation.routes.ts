import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { type RateLimiter, serve } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { answerAppeal, answerAsSteward, appeal, lookAtDecision, type Reversals } from './appeals.service.ts'
import { readCase, casesPage } from './cases.service.ts'
import { deletedSpotsPage } from './deleted-spots.service.ts'
import { findMembers } from './members.service.ts'
import { auditPage } from './audit-log.service.ts'
import { decideAsSteward, decideCase } from './decide-case.service.ts'
import { unsuspend, suspendPerson } from './suspend-member.service.ts'
import { becomeFirstAdmin } from './first-admin.service.ts'
import { sendNotice } from './notices.service.ts'

/** Routes for admins' cases and decisions, and for notices and appeals, which need no account. */
export function moderationRoutes(
  app: FastifyInstance,
  deps: { db: Db; jobs: Jobs; rates: RateLimiter; secret: string; reversals: Reversals },
): void {
  const { db } = deps
  serve(app, contract.listCases, ({ query, viewer }) => casesPage(db, viewer, query))
  serve(app, contract.getCase, ({ params, viewer }) => readCase(db, viewer, params.case_id))
  serve(app, contract.decideCase, ({ params, viewer, body }) =>
    decideCase(deps, viewer, params.case_id, body),
  )
  serve(app, contract.answerAppeal, ({ params, viewer, body }) =>
    answerAppeal(deps, viewer, params.case_id, body),
  )
  serve(app, contract.decideAsSteward, ({ params, viewer, body }) =>
    decideAsSteward(deps, viewer, params.case_id, body),
  )
  serve(app, contract.answerAppealAsSteward, ({ params, viewer, body }) =>
    answerAsSteward(deps, viewer, params.case_id, body),
  )
  serve(app, contract.lookAtDecision, ({ body }) => lookAtDecision(deps, body.token))
  serve(app, contract.appeal, ({ body }) => appeal(deps, body))
  serve(app, contract.sendNotice, ({ body }) => sendNotice(deps, body))
  serve(app, contract.listDeletedSpots, ({ query, viewer }) =>
    deletedSpotsPage(db, viewer.user_id, query.cursor),
  )
  serve(app, contract.suspendPerson, ({ params, viewer, body }) =>
    suspendPerson(deps, viewer, params.user_id, body.reason),
  )
  serve(app, contract.unsuspend, ({ params, viewer }) => unsuspend(deps, viewer, params.user_id))
  serve(app, contract.becomeFirstAdmin, ({ viewer, body }) => becomeFirstAdmin(deps, viewer, body.token))
  serve(app, contract.findMembers, ({ query }) => findMembers(db, query.q))
  serve(app, contract.listAudit, ({ query, viewer }) => auditPage(db, viewer, query.cursor))
}
