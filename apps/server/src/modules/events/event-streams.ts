import type { Socket } from 'node:net'
import { Refusal } from '../../platform/http/index.ts'
import type { StoredEvent } from './events.queries.ts'

/** An open stream. */
export type Stream = {
  socket: Socket
  topics: readonly string[]
  /** Null for visitors. */
  user_id: string | null
  session_id: string | null
  /** The client's IP address, for limiting the number of streams. */
  ip: string
  /** Events that arrived while missed events were being read; null once they've been sent. */
  waiting: StoredEvent[] | null
  /** People who block the stream's owner or whom the owner blocks. Their events aren't sent. */
  hidden: Set<string>
  /** Ids of events that were sent as missed events, to avoid sending them again. */
  sent: Set<number>
}

/** Maximum number of open streams per person, per IP address, and in total. */
export type StreamCaps = { user: number; ip: number; total: number }

/** A stream with more unsent bytes is closed; its client will resume. */
const MAX_UNSENT_BYTES = 1_000_000
/** How long browsers wait before reconnecting, in ms. */
const RETRY_MS = 2_000

/** Formats an event for a stream. */
export function eventText({ id, name, data }: Pick<StoredEvent, 'id' | 'name' | 'data'>): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** This process's open streams, by topic. */
export class Streams {
  readonly #caps: StreamCaps
  readonly #all = new Set<Stream>()
  readonly #byTopic = new Map<string, Set<Stream>>()
  readonly #perUser = new Map<string, number>()
  readonly #perIp = new Map<string, number>()

  constructor(caps: StreamCaps) {
    this.#caps = caps
  }

  /** Number of open streams. */
  get count(): number {
    return this.#all.size
  }

  /** Streams that belong to a session. */
  get signedIn(): Stream[] {
    return [...this.#all].filter(({ session_id }) => session_id !== null)
  }

  /**
   * Checks the limits for a new stream.
   * @throws Refusal TOO_MANY for a person or IP address with too many streams, UNAVAILABLE if the process has too many
   */
  admit({ user_id, ip }: { user_id: string | null; ip: string }): void {
    const { user, ip: perIp, total } = this.#caps
    if (this.#all.size >= total) throw new Refusal('UNAVAILABLE', { retryAfter: 10, rule: 'streams' })
    const full =
      user_id === null ? (this.#perIp.get(ip) ?? 0) >= perIp : (this.#perUser.get(user_id) ?? 0) >= user
    if (full) throw new Refusal('TOO_MANY', { retryAfter: 10, rule: 'streams_of_one' })
  }

  /** Adds a stream. Skips events up to `last`, because its client already has them or doesn't need them. */
  add(stream: Stream, last: number): void {
    this.#all.add(stream)
    for (const topic of stream.topics) {
      const listeners = this.#byTopic.get(topic) ?? new Set()
      this.#byTopic.set(topic, listeners.add(stream))
    }
    this.#count(stream, 1)
    stream.socket.on('close', () => this.#remove(stream))
    // A client that disconnects during a write isn't an error. The 'close' event follows and triggers the cleanup.
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

  /** Sends events that arrived while missed events were being read. */
  sendWaiting(stream: Stream, late: readonly StoredEvent[]): void {
    for (const event of late) this.#send(stream, event, eventText(event))
  }

  /** Returns the streams that subscribe to a topic. */
  findSubscribers(topic: string): Iterable<Stream> {
    return this.#byTopic.get(topic) ?? []
  }

  /** Sends events to their subscribers. Serializes each event once for all clients that see the same version. */
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

  /** Sends a heartbeat, so that proxies and clients don't close idle streams. */
  beat(): void {
    for (const stream of this.#all) this.#write(stream, ':\n\n')
  }

  /** Closes a stream. The browser reconnects automatically and authenticates again. */
  end(stream: Stream, retryMs = RETRY_MS): void {
    const { socket } = stream
    // Destroys the socket once all data is written, even if the client doesn't close its side.
    if (!socket.writableEnded) socket.end(`retry: ${retryMs}\n\n`, () => socket.destroy())
    this.#remove(stream)
  }

  /** Closes all streams. Clients reconnect at random times over a few seconds. */
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
