import { createServer } from 'node:http'

/**
 * Starts a proxy that responds to everything with 502, as if its server were down. With `seemsAlive`, health checks
 * succeed.
 */
export async function badGateway(port: number, { seemsAlive = false } = {}) {
  let asked = 0
  const proxy = createServer(({ url }, answer) => {
    if (url?.startsWith('/api/') && !url.startsWith('/api/health')) asked += 1
    if (seemsAlive && url === '/api/health/live') return void answer.end()
    answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
  })
  await new Promise<void>((resolve) => proxy.listen(port, 'localhost', resolve))
  return {
    /** Returns the number of API requests so far. */
    asked: () => asked,
    close: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}
