import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import {
  type AdminDeps,
  areasPage,
  cancelAreaAs,
  getArea,
  previewArea,
  retryAreaAs,
  startAreaAs,
  undoAreaAs,
} from './import-areas.service.ts'

/** Routes for imports of areas from OpenStreetMap. */
export function importAreaRoutes(
  app: FastifyInstance,
  { overpass, ...deps }: Omit<AdminDeps, 'server'> & { overpass: { url: URL } },
): void {
  const admin: AdminDeps = { ...deps, server: overpass.url }
  serve(app, contract.planImportArea, ({ query }) => previewArea(admin, query.area))
  serve(app, contract.startImportArea, ({ body, viewer }) => startAreaAs(admin, viewer, body.area))
  serve(app, contract.listImportAreas, ({ query }) => areasPage(admin.db, query.cursor))
  serve(app, contract.getImportArea, ({ params }) => getArea(admin.db, params.import_id))
  serve(app, contract.cancelImportArea, ({ params, viewer }) => cancelAreaAs(admin, viewer, params.import_id))
  serve(app, contract.retryImportArea, ({ params, viewer }) => retryAreaAs(admin, viewer, params.import_id))
  serve(app, contract.undoImportArea, ({ params, viewer }) => undoAreaAs(admin, viewer, params.import_id))
}
