import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const taken = new WeakSet<Socket>()

/**
 * Starts a response that lasts as long as its connection and is written to it directly; null if the connection has
 * closed. Frees the request, the response, and the framework's objects, which use a quarter of a long-lived
 * connection's memory (docs/decisions/0010-live-events.md). To hooks, the response ends here.
 */
export function takeOver(
  raw: ServerResponse,
  status: number,
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
): Socket | null {
  const { socket } = raw
  if (!socket || socket.destroyed) return null
  taken.add(socket)
  const lines = Object.entries({ ...headers, date: new Date().toUTCString(), connection: 'close' }).flatMap(
    ([name, value]) => (value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}\r\n`)),
  )
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
  // Mimics what Node does after a complete response: it releases both objects and waits for the next request.
  raw.emit('finish')
  socket.setTimeout(0)
  socket.setNoDelay(true)
  return socket
}

/** Whether a connection was taken over, so that anything written to it becomes part of that response. */
export function isTaken(socket: Socket): boolean {
  return taken.has(socket)
}
