import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Metrics } from './metrics.ts'

function digest(text: string) {
  return createHash('sha256').update(text).digest()
}

/** Whether an `Authorization` header contains this token. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}

type Options = {
  metrics: Metrics
  host: string
  port: number
  token: string | null
  /** In PEM format; null for HTTP. */
  certificate?: Readonly<{ cert: string; key: string }> | null
}

/** Serves `GET /metrics` and nothing else on a separate port. If there is a token, clients must send it. */
export async function serveMetrics({ metrics, host, port, token, certificate }: Options): Promise<Server> {
  const answer: RequestListener = (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    if (token !== null && !hasToken(request.headers.authorization, token))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  }
  const server = certificate ? createSecureServer(certificate, answer) : createServer(answer)
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
