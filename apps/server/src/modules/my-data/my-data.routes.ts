import { Readable } from 'node:stream'
import { contract } from '@nollie/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import { findSuspension } from '../moderation/index.ts'
import { selectExports } from './export.queries.ts'
import {
  requestExport,
  requestExportByLink,
  type MyDataDeps,
  openArchive,
  type OpenExport,
  openExport,
} from './export.service.ts'
import { ownContentPage } from './own-content.service.ts'

/** Routes for a person's own content, archives, and the reasons for a suspension. */
export function myDataRoutes(app: FastifyInstance, deps: MyDataDeps): void {
  serve(app, contract.getSuspension, ({ viewer }) => findSuspension(deps, viewer.user_id))
  serve(app, contract.getSuspensionNotice, async ({ request }) => {
    const user_id = await deps.suspendedSender(request.headers)
    if (user_id === null) return { suspended_at: null, reasons: [] }
    const { suspended_at, reasons } = await findSuspension(deps, user_id)
    return { suspended_at, reasons: reasons.map(({ reason }) => reason) }
  })
  serve(app, contract.listOwnContent, ({ viewer, query }) => ownContentPage(deps.db, viewer.user_id, query))
  serve(app, contract.listExports, async ({ viewer }) => ({
    items: await selectExports(deps.db, viewer.user_id),
  }))
  serve(app, contract.askForExport, async ({ viewer }) => requestExport(deps, viewer))
  serve(app, contract.downloadExport, async ({ viewer, params, request, reply }) =>
    sendArchive(request, reply, await openExport(deps, viewer, params.export_id)),
  )
  serve(app, contract.askForExportByLink, ({ body }) => requestExportByLink(deps, body.token))
  serve(app, contract.downloadArchive, async ({ query, request, reply }) =>
    sendArchive(request, reply, await openArchive(deps, query.token)),
  )
}

async function sendArchive(request: FastifyRequest, reply: FastifyReply, { bytes, name, read }: OpenExport) {
  const content = request.method === 'HEAD' ? Readable.from([]) : await read()
  reply.headers({
    'content-type': 'application/zip',
    'content-length': bytes,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  // Fastify preserves the content-length header for a stream.
  return reply.send(content)
}
