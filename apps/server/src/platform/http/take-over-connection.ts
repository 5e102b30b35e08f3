import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const taken = new WeakSet<Socket>()

/**
 * Begins a response that ends with its connection and is written to the connection itself from then on; null if it is
 * gone. Request and response, and what the framework has made for them, are freed: that is a quarter of the memory of a connection
 * that stays open for hours, docs/decisions/0010-live-events.md. Hooks see the response end here.
 */
export const takeOver = (
  raw: ServerResponse,
  status: number,
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
): Socket | null => {
  const { socket } = raw
  if (!socket || socket.destroyed) return null
  taken.add(socket)
  const lines = Object.entries({ ...headers, date: new Date().toUTCString(), connection: 'close' }).flatMap(
    ([name, value]) => (value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}\r\n`)),
  )
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
  // What Node does when a response is complete: it lets go of both, and waits for the next request.
  raw.emit('finish')
  socket.setTimeout(0)
  socket.setNoDelay(true)
  return socket
}

/** Whether a connection was taken over: what is written to it goes into that response. */
export const isTaken = (socket: Socket): boolean => taken.has(socket)
