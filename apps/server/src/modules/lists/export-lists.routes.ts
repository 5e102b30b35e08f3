import { Readable } from 'node:stream'
import { contract, type ExportFormat } from '@nollie/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { readSavedCards } from '../saved/index.ts'
import { type Exported, FORMATS } from './export-formats.ts'
import { readList } from './lists.service.ts'

// Builds the Content-Disposition header: an ASCII name for all clients, and the list's real name for clients that
// support it (RFC 6266).
function disposition(name: string, format: ExportFormat): string {
  const plain =
    name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'spots'
  const whole = encodeURIComponent(`${name.toWellFormed()}.${format}`).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}.${format}"; filename*=UTF-8''${whole}`
}

/** Sends spots as a file for other apps. */
export function sendSpotsFile(reply: FastifyReply, format: ExportFormat, exported: Exported): FastifyReply {
  const { type, write } = FORMATS[format]
  reply.headers({
    'content-type': type,
    'content-disposition': disposition(exported.name, format),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  return reply.send(Readable.from(write(exported)))
}

/** Routes for exporting lists and saved spots for other apps. */
export function exportRoutes(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: URL }): void {
  serve(app, contract.exportList, async ({ params, viewer, reply }) => {
    const { name, description, items } = await readList(db, viewer?.user_id ?? null, params.list_id)
    const spots = items.flatMap(({ spot, note }) => (spot ? [{ spot, note }] : []))
    return sendSpotsFile(reply, params.format, { name, description, spots, isRoute: true, publicUrl })
  })
  serve(app, contract.exportSavedSpots, ({ params, viewer, reply }) => {
    const spots = readSavedCards(db, viewer.user_id)
    const named = { name: 'Nollie', description: null, isRoute: false, publicUrl }
    return sendSpotsFile(reply, params.format, { ...named, spots })
  })
}
