import { createServer, type Server, type ServerOptions } from 'node:http'
import type { FastifyServerFactoryHandler, FastifyServerOptions } from 'fastify'
import type { Admission } from './overload/overload.ts'
import { type Connections, hasBody } from './connections/connections.ts'
import { isTaken } from './connections/take-over-connection.ts'

type Parts = { connections: Connections; admission: Admission }
type Factory = (
  handle: FastifyServerFactoryHandler,
  options: FastifyServerOptions & { http?: ServerOptions },
) => Server

/** Creates the Node server under the framework. Only admitted requests reach the framework. */
export function createNodeServer({ connections, admission }: Parts): Factory {
  return (handle, options) => {
    const server = createServer(options.http ?? {}, (request, answer) => {
      // A connection that was taken over can't carry another response.
      if (isTaken(request.socket)) return void request.socket.destroy()
      const isAdmitted = admission.admit(request, answer)
      if (isAdmitted || hasBody(request)) connections.follow({ request, answer })
      if (isAdmitted) handle(request, answer)
    })
    server.keepAliveTimeout = options.keepAliveTimeout ?? 0
    // A large upload over a slow connection takes a long time, so bodies have a minimum speed instead of a time limit
    // (connections.ts).
    server.requestTimeout = 0
    return server
  }
}
