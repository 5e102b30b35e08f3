import type { LanguageCode } from '@nollie/contract/languages'
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import type { Policy, Scope, Viewer } from '@nollie/contract'
import { issueMessage } from '@nollie/contract/issue-messages'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Admission, type Places } from './overload/overload.ts'
import { AllowedMethods } from './allowed-methods.ts'
import {
  answerClientError,
  answerFrameworkError,
  answerOddRequests,
  refuseConnection,
} from './broken-requests.ts'
import { CONNECTION_FIGURES, type ConnectionFigures, Connections } from './connections/connections.ts'
import { answerError } from './errors.ts'
import { getRequestLanguage } from './request-language.ts'
import type { ForwardRefused } from './forward-refused.ts'
import { observeRequests } from './observe-requests.ts'
import { requireSameOrigin } from './security/require-same-origin.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { carryPosition } from './replica-position.ts'
import { Readiness } from './connections/readiness.ts'
import { ShortCache } from './short-cache.ts'
import { Refusal, toProblem } from './refusal.ts'
import { framedPageHeaders, securityHeaders } from './security/security-headers.ts'
import { admitShell, separateShells } from './security/shell-origins.ts'
import { logAuthentication, SecurityLog } from './security/security-log.ts'
import { createNodeServer } from './node-server.ts'
import { isTaken } from './connections/take-over-connection.ts'
import { signal } from '../telemetry/index.ts'
import { inEnglish } from '../languages/index.ts'

/** A person with a session; suspended people can call only `own` operations. */
export type Authenticated = {
  viewer: Viewer
  is_suspended: boolean
  /** An access token's scopes; absent for a session, which has all rights. */
  scopes?: readonly Scope[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the request's sender; null for a visitor. */
    authenticate: (request: FastifyRequest) => Promise<Authenticated | null>
    /** Sessions read within the last second, for file requests. */
    recentSessions: ShortCache<Authenticated | null>
    readiness: Readiness
    rates: RateLimiter
    /** Decides which requests are refused before they get here. */
    admission: Admission
    securityLog: SecurityLog
    /** Whether to validate JSON from the database too; on in tests, off in production. */
    checkAnswers: boolean
    /** Returns new input for a refused call, which is then retried once. */
    forwardRefused: ForwardRefused
    /** The security headers of the page that other sites can show in a frame. */
    framedPageHeaders: ReadonlyMap<string, string>
    /** The methods that each URL accepts. */
    allowedMethods: AllowedMethods
  }
  interface FastifyInstance {
    languages: readonly LanguageCode[]
  }
  interface FastifyRequest {
    /** The person on whose behalf the request is served. */
    viewer: Viewer | null
    /** The sender if they're suspended, for the refusal. */
    suspended: Viewer | null
  }
  interface FastifyContextConfig {
    policy?: Policy
    /** Accepts forms from other sites' pages. Such a route reads no cookies and changes nothing. */
    takesForeignForms?: true
  }
}

export type HttpOptions = {
  log: FastifyBaseLogger
  rates: RateLimiter
  authenticate: (request: FastifyRequest) => Promise<Authenticated | null>
  /** The product's public URL; null if not configured. */
  publicUrl: URL | null
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: boolean | string[]
  /** Other hosts that the map can load tiles from. */
  tileHosts: string[]
  /** Other origins that the page can load images and videos from. */
  mediaHosts?: string[]
  /** Other origins that the page can connect to. */
  connectHosts?: string[]
  /** Other origins whose pages can be framed. */
  frameHosts?: string[]
  /** Other origins that a CAPTCHA can load scripts, styles, and frames from. */
  captchaHosts?: string[]
  checkAnswers: boolean
  /** Returns new input for a refused call, which is then retried once; by default, no call is. */
  forwardRefused?: ForwardRefused
  /** Returns the database's position after a write; null if there are no replicas. */
  position?: () => Promise<string | null>
  /** Maximum latency in milliseconds before requests are refused; 0 for no limit. Defaults to 1000. */
  busyAfterMs?: number
  /** Limits on concurrent requests, for tests. */
  places?: Partial<Places>
  /** Languages for sentences shown to people; defaults to English only. */
  languages?: readonly LanguageCode[]
  connections?: Partial<ConnectionFigures>
}

const JSON_BODY_BYTES = 64 * 1024

// People read validation messages, so every program that serves requests uses the contract's sentences.
z.config({ customError: issueMessage })

type SecurityHeaders = ReturnType<typeof securityHeaders>

function buildSecurityHeaders(options: HttpOptions, https: boolean): SecurityHeaders {
  return securityHeaders({
    tileHosts: options.tileHosts,
    mediaHosts: options.mediaHosts ?? [],
    connectHosts: options.connectHosts ?? [],
    captchaHosts: options.captchaHosts ?? [],
    frameHosts: options.frameHosts ?? [],
    https,
  })
}

// Creates the server, and what limits its connections and concurrent requests.
function createServer(options: HttpOptions, security: SecurityHeaders) {
  const figures = { ...CONNECTION_FIGURES, ...options.connections }
  const connections = new Connections({
    figures,
    trustProxy: options.trustProxy,
    log: options.log,
    onSlowBody: (socket, isAnswered) =>
      isAnswered ? socket.destroy() : refuseConnection(socket, new Refusal('REQUEST_TIMEOUT'), security),
  })
  const admission = new Admission({
    busyAfterMs: options.busyAfterMs ?? 1_000,
    common: security,
    languages: options.languages ?? [],
    log: options.log,
    ...(options.places && { places: options.places }),
  })
  const app = Fastify({
    serverFactory: createNodeServer({ connections, admission }),
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy,
    bodyLimit: JSON_BODY_BYTES,
    // During shutdown, open connections still get responses, because a load balancer has already sent their requests.
    return503OnClosing: false,
    http: {
      headersTimeout: figures.headersMs,
      connectionsCheckingInterval: figures.headersCheckMs,
      maxHeaderSize: 16_384,
      // Refused below, with our own message.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    frameworkErrors: answerFrameworkError(security),
    clientErrorHandler: answerClientError(
      security,
      (socket) => connections.isAnswering(socket) || isTaken(socket),
    ),
  })
  connections.watch(app.server)
  answerOddRequests(app.server, security)
  app.addHook('onClose', async () => {
    connections.close()
    admission.close()
  })
  return { app, admission }
}

// Decorates the server and its requests with the objects that handlers and guards use.
function decorate(app: FastifyInstance, options: HttpOptions, admission: Admission): void {
  app.decorate('languages', options.languages ?? [])
  app.decorate('authenticate', options.authenticate)
  app.decorate('readiness', new Readiness())
  app.decorate(
    'recentSessions',
    new ShortCache<Authenticated | null>({ name: 'sessions', ms: 1_000, max: 10_000 }),
  )
  app.decorate('rates', options.rates)
  app.decorate('admission', admission)
  app.decorate('securityLog', new SecurityLog())
  app.decorate('checkAnswers', options.checkAnswers)
  app.decorate('forwardRefused', options.forwardRefused ?? (async () => null))
  app.decorate('allowedMethods', new AllowedMethods())
  app.decorate(
    'framedPageHeaders',
    framedPageHeaders({ tileHosts: options.tileHosts, https: options.publicUrl?.protocol === 'https:' }),
  )
  app.decorateRequest('viewer', null)
  app.decorateRequest('suspended', null)
}

// Answers requests without a route, and refuses routes without a policy.
function watchRoutes(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = app.allowedMethods.findOthers(request)
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    const refusal = new Refusal(allowed.length > 0 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND')
    signal('refusal', { code: refusal.code, rule: '' })
    const error = toProblem(refusal, request.id, getRequestLanguage(request))
    return reply.code(error.status).type('application/problem+json').serializer(JSON.stringify).send(error)
  })

  app.addHook('onRoute', (route) => {
    if (!route.config?.policy) throw new Error(`${String(route.method)} ${route.url} has no policy`)
    app.allowedMethods.add(route.method, route.url)
  })
}

// Adds headers to every response, and refuses requests from other sites.
function guardRequests(app: FastifyInstance, security: SecurityHeaders, publicUrl: URL | null): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.setHeaders(security as Map<string, string>)
    reply.header('x-request-id', request.id)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new Refusal('BAD_REQUEST', { detail: inEnglish('A Host header is needed.') })
    const shell = admitShell(request, reply, publicUrl)
    if (shell === 'answered') return reply
    if (shell === 'no' && !request.routeOptions.config.takesForeignForms)
      requireSameOrigin(request, publicUrl)
    return undefined
  })
}

async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Nollie', description: 'Skate spots, and the people who skate them.', version: '1' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'nollie.session' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
}

/**
 * Creates an HTTP server without domain logic: security headers, problem+json errors, a same-origin rule, and an
 * OpenAPI document. Startup fails if a route has no policy.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const https = options.publicUrl?.protocol === 'https:'
  const security = buildSecurityHeaders(options, https)
  const { app, admission } = createServer(options, security)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  decorate(app, options, admission)
  watchRoutes(app)
  observeRequests(app)
  logAuthentication(app)
  guardRequests(app, security, options.publicUrl)
  carryPosition(app, { position: options.position ?? (async () => null), https })
  // Responses that can be cached (client files, media, pages) set this header themselves.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  separateShells(app, options.publicUrl)
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 512 })
  await describeApi(app)
  return app
}
