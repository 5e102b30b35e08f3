import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import { selectExports } from './export.queries.ts'
import { askForExport, type MyDataDeps, openExport } from './export.service.ts'

/** Archives of everything of one's own. */
export const myDataRoutes = (app: FastifyInstance, deps: MyDataDeps): void => {
  serve(app, contract.listExports, async ({ viewer }) => ({
    items: await selectExports(deps.db, viewer.user_id),
  }))
  serve(app, contract.askForExport, async ({ viewer }) => askForExport(deps, viewer))
  serve(app, contract.downloadExport, async ({ viewer, params, reply }) => {
    const { bytes, name, content } = await openExport(deps, viewer, params.export_id)
    reply.headers({
      'content-type': 'application/zip',
      'content-length': bytes,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    })
    return reply.send(content)
  })
}
