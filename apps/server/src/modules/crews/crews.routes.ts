import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { createCrew, listCrews, removeCrew, renameCrew, requireCrew } from './crews.service.ts'
import { handOver, leaveCrew, removeMember } from './crew-members.service.ts'
import { joinCrew, inviteToCrew, withdrawInvitation } from './invitations.service.ts'

/** Routes for crews, members, and invitations. Other modules list crews' spots and posts. */
export function crewRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.listCrews, ({ viewer }) => listCrews(db, viewer.user_id))
  serve(app, contract.createCrew, ({ headers, body, viewer }) =>
    createCrew(db, viewer.user_id, headers['idempotency-key'], body),
  )
  serve(app, contract.getCrew, ({ params, viewer }) => requireCrew(db, viewer.user_id, params.crew_id))
  serve(app, contract.renameCrew, ({ params, body, viewer }) =>
    renameCrew(db, viewer.user_id, params.crew_id, body.name),
  )
  serve(app, contract.deleteCrew, ({ params, viewer }) => removeCrew(db, viewer.user_id, params.crew_id))
  serve(app, contract.inviteToCrew, ({ params, viewer }) =>
    inviteToCrew(db, viewer.user_id, params.crew_id, params.user_id),
  )
  serve(app, contract.withdrawInvitation, ({ params, viewer }) =>
    withdrawInvitation(db, viewer.user_id, params.crew_id, params.user_id),
  )
  serve(app, contract.joinCrew, ({ params, viewer }) => joinCrew(db, viewer.user_id, params.crew_id))
  serve(app, contract.leaveCrew, ({ params, viewer }) => leaveCrew(db, viewer.user_id, params.crew_id))
  serve(app, contract.removeCrewMember, ({ params, viewer }) =>
    removeMember(db, viewer.user_id, params.crew_id, params.user_id),
  )
  serve(app, contract.handOverCrew, ({ params, body, viewer }) =>
    handOver(db, viewer.user_id, params.crew_id, body.user_id),
  )
}
