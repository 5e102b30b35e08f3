import { contract, type Endpoint } from '@nollie/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentTracer, isWatched, type RequestSpan, signal } from '../telemetry/index.ts'

// By method and address as the router knows them, so that no metric ever carries an address that somebody sent.
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(contract as Record<string, Endpoint>).map(([name, { route }]) => [route, name]),
)

/** The operation of the contract that a request matched; `page` for the client's files, `none` where nothing matched. */
export const operationOf = ({ method, routeOptions }: FastifyRequest): string => {
  const { url } = routeOptions
  if (url === undefined) return 'none'
  if (url === '/*') return 'page'
  return NAMES.get(`${method} ${url}`) ?? (method === 'HEAD' ? NAMES.get(`GET ${url}`) : undefined) ?? 'other'
}

const spans = new WeakMap<FastifyRequest, RequestSpan>()

// The hooks call `done` inside the span, so that whatever the request does later belongs to it. Reading the body leaves
// the span, so it is entered again.
const traceRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const span = currentTracer()?.request(request.id)
    if (!span) return done()
    spans.set(request, span)
    span.within(done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
}

/** Counts every response, and makes a span of every request while traces are on. */
export const observeRequests = (app: FastifyInstance): void => {
  if (currentTracer()) traceRequests(app)
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (span || isWatched('request')) {
      const operation = operationOf(request)
      const status = reply.statusCode
      signal('request', { operation, status, seconds: reply.elapsedTime / 1000 })
      const attributes = {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? '',
      }
      span?.end({ name: operation, kind: 'server', attributes }, status)
    }
    done()
  })
}
