/** What is told of live changes. `gap`: the stream was lost and begins anew, so anything may have been missed. */
type Hear = { message: (event: MessageEvent<string>) => void; gap: () => void }

const FIRST_WAIT_MS = 3000
const LONGEST_WAIT_MS = 60_000

/** The stream of one topic: one connection per tab, whoever listens. */
class Stream {
  readonly hearers = new Map<Hear, string>()
  readonly #topic: string
  #source: EventSource
  #names = new Set<string>()
  #wait = FIRST_WAIT_MS
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(topic: string) {
    this.#topic = topic
    this.#source = this.#connect()
  }

  add(hear: Hear, name: string): void {
    this.hearers.set(hear, name)
    this.#listenTo(name)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#source.close()
  }

  // Short breaks the browser mends itself, with what was missed; a refusal it takes for final.
  #connect(again = false): EventSource {
    const source = new EventSource(`/api/events?topics=${this.#topic}`)
    source.addEventListener('open', () => {
      this.#wait = FIRST_WAIT_MS
      if (again) for (const hear of this.hearers.keys()) hear.gap()
    })
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return
      this.#timer = setTimeout(() => {
        this.#source = this.#connect(true)
        this.#names.clear()
        for (const name of this.hearers.values()) this.#listenTo(name)
      }, this.#wait)
      this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2)
    })
    return source
  }

  #listenTo(name: string): void {
    if (this.#names.has(name)) return
    this.#names.add(name)
    this.#source.addEventListener(name, (event) => {
      for (const [hear, wanted] of this.hearers)
        if (wanted === name) hear.message(event as MessageEvent<string>)
    })
  }
}

const streams = new Map<string, Stream>()

/**
 * Hears the events called `name` of one topic of `GET /api/events`. Gives the undo; the stream closes when the last
 * one has stopped listening.
 */
export function listen(topic: string, name: string, hear: Hear): () => void {
  const stream = streams.get(topic) ?? new Stream(topic)
  streams.set(topic, stream)
  stream.add(hear, name)
  return () => {
    stream.hearers.delete(hear)
    if (stream.hearers.size > 0) return
    stream.close()
    streams.delete(topic)
  }
}
