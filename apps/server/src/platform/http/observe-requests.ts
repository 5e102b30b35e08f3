import { contract, type Endpoint } from '@nollie/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentTracer, isWatched, type RequestSpan, signal } from '../telemetry/index.ts'

// Uses the router's method and path, so that metrics never contain a URL sent by a client.
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(contract as Record<string, Endpoint>).map(([name, { route }]) => [route, name]),
)

/** Returns the contract operation that a request matched, `page` for the client's files, or `none`. */
export function getOperation({ method, routeOptions }: FastifyRequest): string {
  const { url } = routeOptions
  if (url === undefined) return 'none'
  if (url === '/*') return 'page'
  return NAMES.get(`${method} ${url}`) ?? (method === 'HEAD' ? NAMES.get(`GET ${url}`) : undefined) ?? 'other'
}

const spans = new WeakMap<FastifyRequest, RequestSpan>()

// The hooks call `done` inside the span, so that the request's later work belongs to it. Reading the body leaves the
// span, so it's entered again.
function traceRequests(app: FastifyInstance): void {
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

/** Counts every response, and creates a span for every request if tracing is on. */
export function observeRequests(app: FastifyInstance): void {
  if (currentTracer()) traceRequests(app)
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (span || isWatched('request')) {
      const operation = getOperation(request)
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
