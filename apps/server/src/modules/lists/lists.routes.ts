import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { addToList, editListSpot, orderList, removeFromList } from './list-spots.service.ts'
import {
  addList,
  copyList,
  editList,
  ownLists,
  readPublicLists,
  readList,
  removeList,
  renewListLink,
} from './lists.service.ts'

/** Routes for named lists of spots. */
export function listRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.listLists, async ({ query, viewer }) => ({
    items: await ownLists(db, viewer.user_id, query.spot_id),
  }))
  serve(app, contract.listPersonLists, async ({ params, viewer }) => ({
    items: await readPublicLists(db, viewer.user_id, params.user_id),
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
