import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import type { AuditHook } from '../audit/index.ts'
import { areaPage, areasInView, readPersonAreas, readOwnAreas, getStewardship } from './areas.service.ts'
import { followArea, unfollowArea } from './follow-area.service.ts'
import { pinBulletin, unpinBulletin } from './bulletins.service.ts'
import {
  addArea,
  endSteward,
  managedAreasPage,
  nameSteward,
  removeArea,
  setArea,
} from './managed-areas.service.ts'
import { getWork } from './work.service.ts'

type Deps = { db: Db; audit: AuditHook }

/** Routes for areas, following them, and stewards' actions in them. */
export function stewardRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  serve(app, contract.listAreasInView, ({ query, viewer }) => areasInView(db, viewer, query.box))
  serve(app, contract.getArea, ({ params, viewer }) => areaPage(db, viewer, params.area_id))
  serve(app, contract.followArea, ({ params, viewer }) => followArea(db, viewer, params.area_id))
  serve(app, contract.unfollowArea, ({ params, viewer }) => unfollowArea(db, viewer, params.area_id))
  serve(app, contract.listFollowedAreas, ({ viewer }) => readOwnAreas(db, viewer))
  serve(app, contract.listAreasOfPerson, ({ params, viewer }) => readPersonAreas(db, viewer, params.user_id))
  serve(app, contract.getStewardship, ({ params, viewer }) => getStewardship(db, viewer, params.spot_id))
  serve(app, contract.getStewardWork, ({ params, viewer }) => getWork(db, viewer, params.area_id))
  serve(app, contract.pinBulletin, ({ headers, body, viewer }) =>
    pinBulletin(deps, viewer, headers['idempotency-key'], body),
  )
  serve(app, contract.unpinBulletin, ({ params, viewer }) => unpinBulletin(deps, viewer, params.bulletin_id))
}

/** Routes for admins who manage areas and their stewards. */
export function managedAreaRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, contract.listManagedAreas, ({ query }) => managedAreasPage(deps.db, query.cursor))
  serve(app, contract.addArea, ({ headers, body, viewer }) =>
    addArea(deps, viewer, headers['idempotency-key'], body),
  )
  serve(app, contract.setArea, ({ params, body, viewer }) => setArea(deps, viewer, params.area_id, body))
  serve(app, contract.removeArea, ({ params, viewer }) => removeArea(deps, viewer, params.area_id))
  serve(app, contract.nameSteward, ({ params, viewer }) =>
    nameSteward(deps, viewer, params.area_id, params.username),
  )
  serve(app, contract.endSteward, ({ params, body, viewer }) =>
    endSteward(deps, viewer, params.area_id, body),
  )
}
