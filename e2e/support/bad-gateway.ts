import { createServer } from 'node:http'

/** A proxy that answers 502 to everything, as one before a dead server does. */
export const badGateway = async (port: number) => {
  const proxy = createServer((_asked, answer) => {
    answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
  })
  await new Promise<void>((resolve) => proxy.listen(port, 'localhost', resolve))
  return {
    close: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}
