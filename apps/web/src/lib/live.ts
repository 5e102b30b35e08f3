/** What is told of live changes. `gap`: the stream begins anew after a loss or a sleep; anything may have been missed. */
type Hear = { message: (event: MessageEvent<string>) => void; gap: () => void }

const FIRST_WAIT_MS = 3000
const LONGEST_WAIT_MS = 60_000
/** Tabs in the background give their connection back: on HTTP/1.1 a browser has six per host for all tabs. */
const HIDDEN_MS = 5000

/** The stream of one topic: one connection per tab that can be seen, whoever listens. */
class Stream {
  readonly hearers = new Map<Hear, string>()
  readonly #topic: string
  #source: EventSource
  #names = new Set<string>()
  #wait = FIRST_WAIT_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #hiding: ReturnType<typeof setTimeout> | undefined
  #asleep = false

  constructor(topic: string) {
    this.#topic = topic
    this.#source = this.#connect()
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.#onVisibility()
  }

  add(hear: Hear, name: string): void {
    this.hearers.set(hear, name)
    this.#listenTo(name)
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility)
    clearTimeout(this.#hiding)
    this.#disconnect()
  }

  #onVisibility = (): void => {
    clearTimeout(this.#hiding)
    if (document.visibilityState === 'hidden') this.#hiding = setTimeout(() => this.#sleep(), HIDDEN_MS)
    else if (this.#asleep) this.#wake()
  }

  #sleep(): void {
    this.#asleep = true
    this.#disconnect()
  }

  #wake(): void {
    this.#asleep = false
    this.#wait = FIRST_WAIT_MS
    this.#reconnect()
  }

  #disconnect(): void {
    clearTimeout(this.#timer)
    this.#source.close()
  }

  #reconnect(): void {
    this.#source = this.#connect(true)
    this.#names.clear()
    for (const name of this.hearers.values()) this.#listenTo(name)
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
      this.#timer = setTimeout(() => this.#reconnect(), this.#wait)
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
