import type { Endpoint, EndpointSpec, Route, Viewer } from '@nollie/contract'
import { ERRORS } from '@nollie/contract'
import { findApiGroup } from '@nollie/contract/api-groups'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { JsonText } from './json-text.ts'
import { admit } from './policy.ts'
import { Refusal } from './refusal.ts'

type Read<S, K extends string> = S extends { [P in K]: infer T extends z.ZodType } ? z.output<T> : undefined

/** A handler's input: validated values and the viewer. Operations for members always have a viewer. */
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

/** The schema of every operation's errors in the OpenAPI document; see {@link toProblem}. */
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
    spot_id: z.string().optional(),
  })
  .meta({ id: 'Problem' })

function goodStatus({ status, answer }: Endpoint): number {
  return status ?? (answer ? 200 : 204)
}

const REFUSED = {
  description: 'A refusal (RFC 9457)',
  content: { 'application/problem+json': { schema: Problem } },
}

function buildSchema(spec: Endpoint) {
  return {
    summary: spec.summary,
    description: `Policy: ${spec.policy}.${spec.scope ? ` Access tokens need \`${spec.scope}\`.` : ''}${spec.errors?.length ? ` Refuses with ${spec.errors.map((code) => `\`${code}\``).join(', ')}.` : ''}`,
    tags: [findApiGroup(spec.url) ?? 'Other'],
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
  }
}

/**
 * Registers one of the contract's operations. Checks the policy before reading the input, validates the input before
 * calling the handler, and validates the response against its schema. A handler that returns `reply` has already
 * responded.
 */
export function serve<R extends Route, S extends EndpointSpec>(
  app: FastifyInstance,
  spec: Endpoint<R, S>,
  handle: (call: Call<S>) => Promise<Answer<S>> | Answer<S>,
): void {
  const operation = spec as unknown as Endpoint
  app.route({
    method: operation.method,
    url: operation.url,
    schema: buildSchema(operation),
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
      const answerTo = async (input: object) => handle(input as unknown as Call<S>)
      const answer = await answerTo(call).catch(async (error: unknown) => {
        const other =
          error instanceof Refusal && !reply.sent && (await app.forwardRefused(operation, call, error))
        if (!other) throw error
        return answerTo({ ...call, ...other })
      })
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
