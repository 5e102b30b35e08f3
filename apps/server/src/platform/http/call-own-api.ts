import type { FastifyRequest } from 'fastify'

/**
 * Calls `GET` on our own API on behalf of the sender of `request`, and returns the JSON. Guards, rate limits, and
 * schemas apply as usual. Null if the call is refused or the server is busy; the page is then sent without this data.
 */
export async function callOwnApi(request: FastifyRequest, address: string): Promise<string | null> {
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
