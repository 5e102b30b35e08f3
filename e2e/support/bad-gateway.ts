import { createServer } from 'node:http'

/**
 * A proxy that answers 502 to everything, as one before a dead server does. With `seemsAlive` it answers the question whether
 * the server lives.
 */
export const badGateway = async (port: number, { seemsAlive = false } = {}) => {
  let asked = 0
  const proxy = createServer(({ url }, answer) => {
    if (url?.startsWith('/api/') && !url.startsWith('/api/health')) asked += 1
    if (seemsAlive && url === '/api/health/live') return void answer.end()
    answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
  })
  await new Promise<void>((resolve) => proxy.listen(port, 'localhost', resolve))
  return {
    /** How often the API was asked for something. */
    asked: () => asked,
    close: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}
