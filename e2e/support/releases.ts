import { createServer, request } from 'node:http'
import type { Server } from './server.ts'

/** Starts a proxy that passes on the server's service worker, and after `newer()` serves one from a later release. */
export async function releaseBefore(server: Server, port: number) {
  let isNewer = false
  const front = createServer((asked, answer) => {
    const isWorker = asked.url?.startsWith('/worker.js') ?? false
    // Request the worker uncompressed and without cache headers, so that a line can be appended.
    const headers = isWorker ? { host: asked.headers.host } : asked.headers
    const forward = request(
      { host: 'localhost', port: new URL(server.url).port, path: asked.url, method: asked.method, headers },
      (given) => {
        if (!isWorker || !isNewer) {
          answer.writeHead(given.statusCode ?? 502, given.headers)
          return void given.pipe(answer)
        }
        const { 'content-length': _, ...rest } = given.headers
        answer.writeHead(given.statusCode ?? 502, rest)
        given.on('data', (part) => answer.write(part)).on('end', () => answer.end('\n// a later release\n'))
      },
    )
    forward.on('error', () => answer.destroy())
    asked.pipe(forward)
  })
  await new Promise<void>((resolve) => front.listen(port, 'localhost', resolve))
  return {
    newer: () => {
      isNewer = true
    },
    close: () =>
      new Promise<void>((resolve) => {
        front.close(() => resolve())
        front.closeAllConnections()
      }),
  }
}
