import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { FileRefused } from '../formats/file-refused.ts'
import { say } from '../../../platform/languages/index.ts'

/** The address of clamd: `unix:/path` or `tcp://host:port`. */
export type ScannerAddress = URL

/** Thrown if the scanner doesn't respond, or responds in an undocumented way. The file is retried later. */
export class ScannerDown extends Error {
  override name = 'ScannerDown'
}

const CHUNK = 64 * 1024
const SILENCE_MS = 60_000
const TRIES = 5
const HARMFUL = say`A virus scanner flagged this file.`
const TOO_LONG = say`This file is too large for this server’s virus scanner.`

function toConnectOptions({ protocol, hostname, port, pathname }: URL): NetConnectOpts {
  return protocol === 'unix:'
    ? { path: decodeURIComponent(pathname) }
    : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

// Encodes the INSTREAM command: each chunk preceded by its length, then a zero length at the end.
async function* framed(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const piece of createReadStream(file, {
    highWaterMark: CHUNK,
    signal,
  }) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    yield length
    yield piece
  }
  yield Buffer.alloc(4)
}

async function send(socket: Socket, file: string, signal: AbortSignal): Promise<void> {
  for await (const part of framed(file, signal)) {
    if (!socket.write(part)) await once(socket, 'drain', { signal })
    // Let the scanner's reply arrive before writing more, because nothing can be read after a failed write.
    await setImmediate()
  }
}

// The scanner can reject a file before reading all of it. In that case, its reply matters, not the closed connection.
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = ''
    const end = (error?: Error) => {
      const content = reply.replaceAll('\0', '').trim()
      if (content) resolve(content)
      else reject(error ?? new Error('it closed the connection without a reply'))
    }
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      reply += piece
    })
    socket.once('error', end)
    socket.once('close', () => end())
  })
}

async function replyTo(address: ScannerAddress, file: string, silenceMs: number): Promise<string> {
  const socket = connect(toConnectOptions(address))
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('it timed out')))
  const sending = new AbortController()
  const sent = send(socket, file, sending.signal).catch((error: Error) => void socket.destroy(error))
  try {
    return await readReply(socket)
  } catch (cause) {
    throw new ScannerDown("the virus scanner isn't responding", { cause })
  } finally {
    sending.abort()
    socket.destroy()
    await sent
  }
}

/**
 * Whether the scanner closed the connection during a write, which happens with oversized files. Its reply may be lost.
 */
function isCutOff({ cause }: ScannerDown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'EPIPE' || cause.code === 'ECONNRESET')
}

async function replyInTries(address: ScannerAddress, file: string, silenceMs: number): Promise<string> {
  for (let left = TRIES - 1; ; left--)
    try {
      return await replyTo(address, file, silenceMs)
    } catch (error) {
      if (left === 0 || !(error instanceof ScannerDown) || !isCutOff(error)) throw error
    }
}

/**
 * Scans a file with the ClamAV daemon.
 * @throws FileRefused for a harmful or oversized file; ScannerDown
 */
export async function requireHarmless(
  address: ScannerAddress,
  file: string,
  silenceMs = SILENCE_MS,
): Promise<void> {
  const reply = await replyInTries(address, file, silenceMs)
  if (/: OK$/.test(reply)) return
  const found = /: (.+) FOUND$/.exec(reply)?.[1]
  if (found) throw new FileRefused(HARMFUL, `the virus scanner found ${found}`)
  if (/size limit exceeded/i.test(reply)) throw new FileRefused(TOO_LONG, reply)
  throw new ScannerDown(`the virus scanner responded with ${reply.slice(0, 200)}`)
}
