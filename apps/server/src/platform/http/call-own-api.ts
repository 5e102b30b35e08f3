import type { FastifyRequest } from 'fastify'

/**
 * Calls `GET` of our own API as the sender of `request`, and returns its JSON. Guards, rates and schemas are those of any
 * call. Null if it is refused, and while the server is busy: the page is then served without it.
 */
export const callOwnApi = async (request: FastifyRequest, address: string): Promise<string | null> => {
  if (request.server.admission.isBusy()) return null
  const { host, cookie } = request.headers
  const { statusCode, payload } = await request.server.inject({
    method: 'GET',
    url: address,
    remoteAddress: request.ip,
    headers: { ...(host && { host }), ...(cookie && { cookie }) },
  })
  return statusCode === 200 ? payload : null
}
