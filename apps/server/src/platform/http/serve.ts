import type { Endpoint, EndpointSpec, Route, Viewer } from '@nollie/contract'
import { BY_ADDRESS, ERRORS } from '@nollie/contract'
import { apiGroupOf } from '@nollie/contract/api-groups'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { JsonText } from './json-text.ts'
import { Refusal } from './refusal.ts'
import type { Subject } from './rates.ts'
import type { Authenticated } from './server.ts'

type Read<S, K extends string> = S extends { [P in K]: infer T extends z.ZodType } ? z.output<T> : undefined

/** What a handler receives: validated input, and the viewer. Members' operations always have one. */
export type Call<S extends EndpointSpec> = {
  params: Read<S, 'params'>
  query: Read<S, 'query'>
  body: Read<S, 'body'>
  headers: Read<S, 'headers'>
  viewer: S extends { policy: 'anyone' } ? Viewer | null : Viewer
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<S> = S extends { answer: infer T extends z.ZodType } ? z.output<T> | JsonText : unknown

/** See {@link toProblem}; the schema of every operation's refusals in the OpenAPI document. */
const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.number().int(),
    code: z.enum(Object.keys(ERRORS) as [keyof typeof ERRORS]),
    detail: z.string(),
    request_id: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    challenge: z.string().optional(),
    factors: z.array(z.string()).optional(),
  })
  .meta({ id: 'Problem' })

// A page requests dozens of pictures at once: for them the session is read once a second, for everything else each time.
const whoSends = (request: FastifyRequest, { rate }: EndpointSpec): Promise<Authenticated | null> => {
  const { authorization, cookie } = request.headers
  if (rate !== 'file' || !(authorization || cookie)) return request.server.authenticate(request)
  return request.server.recentSessions.get(`${authorization}\n${cookie}`, () =>
    request.server.authenticate(request),
  )
}

// A person's access tokens count together and apart from them: one that leaked must not prevent its own revocation.
const countedAs = ({ viewer: { user_id }, scopes }: Authenticated): Subject =>
  scopes ? { key: `tokens ${user_id}` } : { user: user_id }

/**
 * Checks the policy. A suspended person counts as a visitor where anyone may call, and is refused where only members may;
 * handlers see them as the viewer in `own` operations only. An access token is refused unless it has the operation's scope.
 * @throws Refusal SESSION_MISSING, OUT_OF_SCOPE, SUSPENDED, NOT_ALLOWED
 */
const admit = async (request: FastifyRequest, spec: EndpointSpec): Promise<void> => {
  const found = await whoSends(request, spec)
  const viewer = found && (spec.policy === 'own' || !found.is_suspended) ? found.viewer : null
  request.viewer = viewer
  request.suspended = found?.is_suspended ? found.viewer : null
  const isOutOfScope = Boolean(found?.scopes && !(spec.scope && found.scopes.includes(spec.scope)))
  const byAddress = !found || isOutOfScope || BY_ADDRESS.has(spec.rate)
  await request.server.rates.hit(spec.rate, byAddress ? { ip: request.ip } : countedAs(found))
  if (isOutOfScope)
    throw new Refusal(
      'OUT_OF_SCOPE',
      spec.scope ? { detail: `This needs an access token with ${spec.scope}.` } : {},
    )
  if (spec.policy === 'anyone') return
  if (!found) throw new Refusal('SESSION_MISSING')
  if (!viewer) throw new Refusal('SUSPENDED')
  if (spec.policy === 'admin' && !viewer.is_admin) throw new Refusal('NOT_ALLOWED')
}

const goodStatus = ({ status, answer }: Endpoint): number => status ?? (answer ? 200 : 204)

const REFUSED = {
  description: 'A refusal (RFC 9457)',
  content: { 'application/problem+json': { schema: Problem } },
}

const schemaOf = (spec: Endpoint) => ({
  summary: spec.summary,
  description: `Policy: ${spec.policy}.${spec.scope ? ` Access tokens need \`${spec.scope}\`.` : ''}${spec.errors?.length ? ` Refuses with ${spec.errors.map((code) => `\`${code}\``).join(', ')}.` : ''}`,
  tags: [apiGroupOf(spec.url) ?? 'Other'],
  ...(spec.policy === 'anyone' ? {} : { security: [{ session: [] }, { token: [] }] }),
  ...(spec.params ? { params: spec.params } : {}),
  ...(spec.query ? { querystring: spec.query } : {}),
  ...(spec.headers ? { headers: spec.headers } : {}),
  ...(spec.body ? { body: spec.body } : {}),
  response: {
    [goodStatus(spec)]: spec.answer ?? z.null().describe('No JSON body'),
    '4xx': REFUSED,
    '5xx': REFUSED,
  },
})

/**
 * Registers one operation of the contract. The policy is checked before input is read, input is validated before the
 * handler runs, and the response is validated against its schema. A handler that returns its `reply` has responded
 * itself.
 */
export const serve = <R extends Route, S extends EndpointSpec>(
  app: FastifyInstance,
  spec: Endpoint<R, S>,
  handle: (call: Call<S>) => Promise<Answer<S>> | Answer<S>,
): void => {
  const operation = spec as unknown as Endpoint
  app.route({
    method: operation.method,
    url: operation.url,
    schema: schemaOf(operation),
    config: {
      policy: operation.policy,
      ...(operation.method === 'HEAD' ? { swagger: { exposeHeadRoute: true } } : {}),
    },
    onRequest: (request) => admit(request, operation),
    handler: async (request, reply) => {
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        headers: request.headers,
        viewer: request.viewer,
        request,
        reply,
      }
      const answer = await handle(call as unknown as Call<S>)
      if (answer === reply || reply.sent) return reply
      reply.code(goodStatus(operation))
      if (answer instanceof JsonText) {
        if (app.checkAnswers) operation.answer?.parse(JSON.parse(answer.text))
        return reply.type('application/json; charset=utf-8').send(answer.bytes)
      }
      return reply.send(operation.answer ? answer : undefined)
    },
  })
}
