import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import underPressure from '@fastify/under-pressure'
import type { Policy, Viewer } from '@nollie/contract'
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
import { answerError } from './errors.ts'
import { requireOwnOrigin } from './origin.ts'
import type { Rates } from './rates.ts'
import { Recent } from './recent.ts'
import { Refusal, toProblem } from './refusal.ts'

/** Somebody with a session; who is suspended may do nothing but what `own` operations are. */
export type Authenticated = { viewer: Viewer; is_suspended: boolean }

declare module 'fastify' {
  interface FastifyInstance {
    /** Who sends this request; null for a visitor. */
    authenticate: (request: FastifyRequest) => Promise<Authenticated | null>
    /** Who was signed in within the last second, for files. */
    recentSessions: Recent<Authenticated | null>
    rates: Rates
    /** Hold ready-made JSON to its schema too; on in tests, off in production. */
    checkAnswers: boolean
  }
  interface FastifyRequest {
    /** As whom the request is served. */
    viewer: Viewer | null
    /** Who sends it and is suspended: to be told so, for nothing else. */
    suspended: Viewer | null
  }
  interface FastifyContextConfig {
    policy?: Policy
  }
}

export type HttpOptions = {
  log: FastifyBaseLogger
  rates: Rates
  authenticate: (request: FastifyRequest) => Promise<Authenticated | null>
  /** Where people reach the product; null when not configured. */
  publicUrl: URL | null
  /** Proxies whose `X-Forwarded-For` is believed. */
  trustProxy: boolean | string[]
  /** Hosts beside our own that the map may load tiles from. */
  tileHosts: string[]
  /** Other origins the page may ask. */
  askedHosts?: string[]
  checkAnswers: boolean
  /** Milliseconds the event loop may lag before requests are refused, 0: never; 1000 unless said otherwise. */
  busyAfterMs?: number
}

const JSON_BODY_BYTES = 64 * 1024

const contentSecurityPolicy = (tileHosts: string[], askedHosts: string[], https: boolean) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...tileHosts],
    mediaSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...tileHosts, ...askedHosts],
    workerSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(https ? { upgradeInsecureRequests: [] } : {}),
  },
})

/**
 * An HTTP server that knows no domain word: hardened headers, problem+json refusals, own-origin rule, OpenAPI document.
 * A route without a policy stops the start.
 */
export const createHttpServer = async (options: HttpOptions): Promise<FastifyInstance> => {
  const https = options.publicUrl?.protocol === 'https:'
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy,
    bodyLimit: JSON_BODY_BYTES,
    requestTimeout: 300_000,
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  app.decorate('authenticate', options.authenticate)
  app.decorate('recentSessions', new Recent<Authenticated | null>({ ms: 1_000, max: 10_000 }))
  app.decorate('rates', options.rates)
  app.decorate('checkAnswers', options.checkAnswers)
  app.decorateRequest('viewer', null)
  app.decorateRequest('suspended', null)
  app.setNotFoundHandler(async (request, reply) => {
    const problem = toProblem(new Refusal('NOT_FOUND'), request.id)
    return reply.code(404).type('application/problem+json').serializer(JSON.stringify).send(problem)
  })

  app.addHook('onRoute', (route) => {
    if (!route.config?.policy) throw new Error(`${String(route.method)} ${route.url} has no policy`)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    requireOwnOrigin(request, options.publicUrl)
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })

  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(options.tileHosts, options.askedHosts ?? [], https),
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header(
      'permissions-policy',
      'geolocation=(self), camera=(self), microphone=(self), payment=(), usb=()',
    )
  })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 512 })
  await app.register(underPressure, {
    maxEventLoopDelay: options.busyAfterMs ?? 1_000,
    pressureHandler: async (request) => {
      // The app itself is always given out: it is what tells people that the server is busy.
      if (!request.url.startsWith('/api/') || request.url.startsWith('/api/health/')) return
      // Thrown, so that the request goes no further.
      throw new Refusal('UNAVAILABLE', { retryAfter: 2 })
    },
  })
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
  return app
}
