import type { FastifyRequest } from 'fastify'

/**
 * What our own API answers to a `GET` of whoever sends `request`, as JSON; null when it refuses. It goes the way of every
 * call: guards, rates and shapes are the same.
 */
export const ownAnswer = async (request: FastifyRequest, address: string): Promise<string | null> => {
  const { host, cookie } = request.headers
  const { statusCode, payload } = await request.server.inject({
    method: 'GET',
    url: address,
    remoteAddress: request.ip,
    headers: { ...(host && { host }), ...(cookie && { cookie }) },
  })
  return statusCode === 200 ? payload : null
}
