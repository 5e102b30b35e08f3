import { Readable } from 'node:stream'
import { contract, type ExportFormat } from '@nollie/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { savedCards } from '../saved/index.ts'
import { type Exported, FORMATS } from './export-formats.ts'
import { addToList, editListSpot, orderList, removeFromList } from './list-spots.service.ts'
import {
  addList,
  copyList,
  editList,
  ownLists,
  publicLists,
  readList,
  removeList,
  renewListLink,
} from './lists.service.ts'

type Deps = { db: Db; publicUrl: URL }

// A name for every system, and the list's own for those that understand it (RFC 6266).
const disposition = (name: string, format: ExportFormat): string => {
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

const sendFile = (reply: FastifyReply, format: ExportFormat, exported: Exported): FastifyReply => {
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

/** Files of lists and of saved spots, for other programs. */
export const exportRoutes = (app: FastifyInstance, { db, publicUrl }: Deps): void => {
  serve(app, contract.exportList, async ({ params, viewer, reply }) => {
    const { name, description, items } = await readList(db, viewer?.user_id ?? null, params.list_id)
    const spots = items.flatMap(({ spot, note }) => (spot ? [{ spot, note }] : []))
    return sendFile(reply, params.format, { name, description, spots, isRoute: true, publicUrl })
  })
  serve(app, contract.exportSavedSpots, ({ params, viewer, reply }) => {
    const spots = savedCards(db, viewer.user_id)
    const named = { name: 'Nollie', description: null, isRoute: false, publicUrl }
    return sendFile(reply, params.format, { ...named, spots })
  })
}

/** Named lists of spots. */
export const listRoutes = (app: FastifyInstance, { db }: Deps): void => {
  serve(app, contract.listLists, async ({ query, viewer }) => ({
    items: await ownLists(db, viewer.user_id, query.spot_id),
  }))
  serve(app, contract.listPersonLists, async ({ params, viewer }) => ({
    items: await publicLists(db, viewer.user_id, params.user_id),
  }))
  serve(app, contract.addList, ({ body, headers, viewer }) =>
    addList(db, viewer.user_id, headers['idempotency-key'], body),
  )
  serve(app, contract.getList, ({ params, viewer }) => readList(db, viewer?.user_id ?? null, params.list_id))
  serve(app, contract.copyList, ({ params, headers, viewer }) =>
    copyList(db, viewer.user_id, headers['idempotency-key'], params.list_id),
  )
  serve(app, contract.editList, ({ params, body, viewer }) =>
    editList(db, viewer.user_id, params.list_id, body),
  )
  serve(app, contract.renewListLink, ({ params, viewer }) =>
    renewListLink(db, viewer.user_id, params.list_id),
  )
  serve(app, contract.removeList, ({ params, viewer }) => removeList(db, viewer.user_id, params.list_id))
  serve(app, contract.orderList, ({ params, body, viewer }) =>
    orderList(db, viewer.user_id, params.list_id, body.spot_ids),
  )
  serve(app, contract.addToList, ({ params, viewer }) =>
    addToList(db, viewer.user_id, params.list_id, params.spot_id),
  )
  serve(app, contract.editListSpot, ({ params, body, viewer }) =>
    editListSpot(db, viewer.user_id, params, body.note),
  )
  serve(app, contract.removeFromList, ({ params, viewer }) =>
    removeFromList(db, viewer.user_id, params.list_id, params.spot_id),
  )
}
