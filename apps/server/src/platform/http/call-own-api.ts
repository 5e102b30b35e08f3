import type { FastifyRequest } from 'fastify'

/**
 * The JSON that our own API returns for a `GET` by the sender of `request`; null for a refusal, and
 * while the server is busy: the page is served without it. It is a call like any other, with the same guards, rates and
 * schemas.
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
