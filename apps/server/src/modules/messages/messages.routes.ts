import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { type RateLimiter, serve } from '../../platform/http/index.ts'
import { acceptThread } from './message-requests.service.ts'
import {
  clearThread,
  muteThread,
  readThread,
  requireThread,
  threadsPage,
  threadWith,
  readUnreadMessages,
} from './threads.service.ts'
import { messagesPage, removeMessage, sendMessage } from './messages.service.ts'

/** Routes for private conversations. */
export function messageRoutes(app: FastifyInstance, deps: { db: Db; rates: RateLimiter }): void {
  const { db } = deps
  serve(app, contract.listThreads, ({ query, viewer }) => threadsPage(db, viewer, query.box, query.cursor))
  serve(app, contract.countUnreadMessages, ({ viewer }) => readUnreadMessages(db, viewer))
  serve(app, contract.getThread, ({ params, viewer }) => requireThread(db, viewer, params.thread_id))
  serve(app, contract.getThreadWith, ({ params, viewer }) => threadWith(db, viewer, params.user_id))
  serve(app, contract.sendMessage, ({ params, headers, body, viewer }) =>
    sendMessage(deps, viewer, headers['idempotency-key'], params.user_id, body),
  )
  serve(app, contract.listMessages, ({ params, query, viewer }) =>
    messagesPage(db, viewer, params.thread_id, query.cursor),
  )
  serve(app, contract.readThread, ({ params, body, viewer }) =>
    readThread(db, viewer, params.thread_id, body.seq),
  )
  serve(app, contract.acceptThread, ({ params, viewer }) => acceptThread(db, viewer, params.thread_id))
  serve(app, contract.muteThread, ({ params, body, viewer }) =>
    muteThread(db, viewer, params.thread_id, body.is_muted),
  )
  serve(app, contract.clearThread, ({ params, viewer }) => clearThread(db, viewer, params.thread_id))
  serve(app, contract.removeMessage, ({ params, viewer }) => removeMessage(db, viewer, params.message_id))
}
