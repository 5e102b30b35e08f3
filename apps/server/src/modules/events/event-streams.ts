import type { Socket } from 'node:net'
import { Refusal } from '../../platform/http/index.ts'
import type { StoredEvent } from './events.queries.ts'

/** One open stream. */
export type Stream = {
  socket: Socket
  topics: readonly string[]
  /** Null for a visitor's. */
  user_id: string | null
  session_id: string | null
  /** The network address that its limit is counted by. */
  ip: string
  /** Events that arrived while missed ones are read; null once those are sent. */
  waiting: StoredEvent[] | null
  /** People across a block from its owner, whose events are not sent. */
  hidden: Set<string>
  /** Ids sent as missed events, so that they are not sent twice. */
  sent: Set<number>
}

/** Limits of open streams. */
export type StreamCaps = { user: number; ip: number; total: number }

/** A stream with more unsent bytes is closed; its client resumes. */
const MAX_UNSENT_BYTES = 1_000_000
/** Browsers wait this many ms before they reconnect. */
const RETRY_MS = 2_000

/** An event in the format of the stream. */
export const eventText = ({ id, name, data }: Pick<StoredEvent, 'id' | 'name' | 'data'>): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The open streams of this process, by topic. */
export class Streams {
  readonly #caps: StreamCaps
  readonly #all = new Set<Stream>()
  readonly #byTopic = new Map<string, Set<Stream>>()
  readonly #perUser = new Map<string, number>()
  readonly #perIp = new Map<string, number>()

  constructor(caps: StreamCaps) {
    this.#caps = caps
  }

  /** How many are open. */
  get count(): number {
    return this.#all.size
  }

  /** Streams that belong to a session. */
  get signedIn(): Stream[] {
    return [...this.#all].filter(({ session_id }) => session_id !== null)
  }

  /**
   * @throws Refusal TOO_MANY for one person's or address's streams, UNAVAILABLE if the process has its maximum of
   * streams
   */
  admit({ user_id, ip }: { user_id: string | null; ip: string }): void {
    const { user, ip: perIp, total } = this.#caps
    if (this.#all.size >= total) throw new Refusal('UNAVAILABLE', { retryAfter: 10, rule: 'streams' })
    const full =
      user_id === null ? (this.#perIp.get(ip) ?? 0) >= perIp : (this.#perUser.get(user_id) ?? 0) >= user
    if (full) throw new Refusal('TOO_MANY', { retryAfter: 10, rule: 'streams_of_one' })
  }

  /** Adds a stream. Events up to `last` are not sent, because its client has them, or does not need them. */
  add(stream: Stream, last: number): void {
    this.#all.add(stream)
    for (const topic of stream.topics) {
      const listeners = this.#byTopic.get(topic) ?? new Set()
      this.#byTopic.set(topic, listeners.add(stream))
    }
    this.#count(stream, 1)
    stream.socket.on('close', () => this.#remove(stream))
    // A client that disconnects during a write is not an error; 'close' follows and cleans up.
    stream.socket.on('error', () => {})
    stream.socket.write(`retry: ${RETRY_MS}\nid: ${last}\n\n`)
  }

  /** Sends the events that a stream missed. */
  sendMissed(stream: Stream, missed: readonly StoredEvent[]): void {
    for (const event of missed) {
      stream.sent.add(event.id)
      this.#write(stream, eventText(event))
    }
  }

  /** Sends the events that arrived while the missed ones were read. */
  sendWaiting(stream: Stream, late: readonly StoredEvent[]): void {
    for (const event of late) this.#send(stream, event, eventText(event))
  }

  /** Streams that subscribe to a topic. */
  findSubscribers(topic: string): Iterable<Stream> {
    return this.#byTopic.get(topic) ?? []
  }

  /** Sends events to their subscribers; each is serialized once for all clients that see the same version. */
  publish(
    events: readonly StoredEvent[],
    seenBy: (event: StoredEvent, stream: Stream) => StoredEvent | null,
  ): void {
    for (const event of events) {
      const listeners = this.#byTopic.get(event.topic)
      if (!listeners) continue
      const text = eventText(event)
      for (const stream of listeners) {
        if (stream.waiting) {
          stream.waiting.push(event)
          continue
        }
        const seen = seenBy(event, stream)
        if (seen) this.#send(stream, seen, seen === event ? text : eventText(seen))
      }
    }
  }

  #send(stream: Stream, { id }: StoredEvent, text: string): void {
    if (!stream.sent.delete(id)) this.#write(stream, text)
  }

  /** Shows proxies and clients that the stream is alive. */
  beat(): void {
    for (const stream of this.#all) this.#write(stream, ':\n\n')
  }

  /** Ends a stream; the browser reconnects automatically and is authenticated again. */
  end(stream: Stream, retryMs = RETRY_MS): void {
    const { socket } = stream
    // Closes once everything is written, whether or not the client closes its side.
    if (!socket.writableEnded) socket.end(`retry: ${retryMs}\n\n`, () => socket.destroy())
    this.#remove(stream)
  }

  /** Ends all streams; clients reconnect spread over a few seconds. */
  endAll(): void {
    for (const stream of this.#all) this.end(stream, 500 + Math.floor(Math.random() * 2_500))
  }

  #write(stream: Stream, text: string): void {
    if (stream.socket.writableEnded || stream.socket.destroyed) return
    stream.socket.write(text)
    if (stream.socket.writableLength > MAX_UNSENT_BYTES) stream.socket.destroy()
  }

  #count({ user_id, ip }: Stream, by: 1 | -1): void {
    const [counts, key] = user_id === null ? [this.#perIp, ip] : [this.#perUser, user_id]
    const now = (counts.get(key) ?? 0) + by
    if (now > 0) counts.set(key, now)
    else counts.delete(key)
  }

  #remove(stream: Stream): void {
    if (!this.#all.delete(stream)) return
    this.#count(stream, -1)
    for (const topic of stream.topics) {
      const listeners = this.#byTopic.get(topic)
      listeners?.delete(stream)
      if (listeners?.size === 0) this.#byTopic.delete(topic)
    }
  }
}
