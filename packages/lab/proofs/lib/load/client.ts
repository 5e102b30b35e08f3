import { connect, type Socket } from 'node:net'
import type { Sent } from '../../../bench/over-http.ts'

const HEAD_END = '\r\n\r\n'

/** Encodes a request as bytes, so that it's built once and sent many times. */
export function encodeRequest({
  method,
  path,
  headers = {},
  body,
}: Sent & { body?: object | Buffer }): Buffer {
  const content = Buffer.isBuffer(body) ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body))
  const isJson = body !== undefined && !Buffer.isBuffer(body)
  const lines = Object.entries({
    host: 'localhost',
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...headers,
    ...(method === 'GET' ? {} : { 'content-length': String(content.length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), content])
}

/** The status and head of a response. */
export type Answer = { status: number; head: string }

/** The answer if the connection ended without a response. */
export const NO_ANSWER: Answer = { status: 0, head: '' }

/**
 * A connection that sends one request at a time, and reconnects after it's closed. Node's own client would use as much
 * CPU time as the server, which shares the CPUs with it.
 */
export class Line {
  readonly #port: number
  readonly #localAddress: string
  #socket: Socket | null = null
  #head = ''
  #missing = -1
  #done: ((answer: Answer) => void) | null = null

  constructor(port: number, localAddress = '127.0.0.1') {
    this.#port = port
    this.#localAddress = localAddress
  }

  /** Sends a request; resolves once the response is complete. */
  ask(request: Buffer): Promise<Answer> {
    return new Promise((resolve) => {
      this.#done = resolve
      this.#head = ''
      this.#missing = -1
      this.#socket ??= this.#open()
      this.#socket.write(request)
    })
  }

  /** Closes the connection. */
  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    const socket = connect({
      host: '127.0.0.1',
      port: this.#port,
      localAddress: this.#localAddress,
      noDelay: true,
    })
    socket.on('data', (part) => this.#take(part))
    socket.on('error', () => {})
    socket.once('close', () => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#finish(NO_ANSWER)
    })
    return socket
  }

  #finish(answer: Answer): void {
    const done = this.#done
    this.#done = null
    done?.(answer)
  }

  #take(part: Buffer): void {
    if (this.#missing >= 0) this.#missing -= part.length
    else {
      this.#head += part.toString('latin1')
      const at = this.#head.indexOf(HEAD_END)
      if (at < 0) return
      const length = Number(/^content-length: (\d+)/im.exec(this.#head.slice(0, at))?.[1] ?? 0)
      this.#missing = length - (this.#head.length - at - HEAD_END.length)
      this.#head = this.#head.slice(0, at)
    }
    if (this.#missing > 0) return
    const status = Number(this.#head.slice(9, 12))
    if (/^connection: close/im.test(this.#head)) {
      this.#socket?.destroy()
      this.#socket = null
    }
    this.#finish({ status, head: this.#head })
  }
}
