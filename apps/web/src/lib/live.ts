import type { StreamEvents } from '@nollie/contract'

type EventName = keyof StreamEvents

/**
 * What is told of live changes. `gap`: the stream begins anew after a loss or a sleep; anything may have been missed.
 * `begun`: from now on everything is heard; what was loaded before may already be older.
 */
type Hear<N extends EventName = EventName> = {
  message(event: StreamEvents[N]): void
  gap?(): void
  begun?(): void
}

const FIRST_WAIT_MS = 3000
const LONGEST_WAIT_MS = 60_000
/** Tabs in the background give their connection back: on HTTP/1.1 a browser has six per host for all tabs. */
const HIDDEN_MS = 5000
/** On the way from one screen to the next nobody listens for a moment. */
const LINGER_MS = 2000
/** A screen that shows posts listens to all of these before long: one connection is opened for all, once. */
const POSTS_GROUP = ['posts', 'likes', 'comments', 'spots']
const asksForGroup = (topic: string) => topic !== 'spots' && POSTS_GROUP.includes(topic)

/** The one connection of a tab that can be seen, for all topics anybody in it listens to. */
class Stream {
  readonly hearers = new Map<Hear, { topic: string; name: EventName }>()
  #topics = new Set<string>()
  #names = new Set<EventName>()
  #source: EventSource | null = null
  #before: EventSource | null = null
  #wait = FIRST_WAIT_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #hiding: ReturnType<typeof setTimeout> | undefined
  #asleep = false
  #joining: ReturnType<typeof setTimeout> | undefined

  constructor() {
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.#onVisibility()
  }

  add(hear: Hear, topic: string, name: EventName): void {
    this.hearers.set(hear, { topic, name })
    if (this.#topics.has(topic)) {
      this.#listenTo(name)
      if (this.#source?.readyState === EventSource.OPEN) queueMicrotask(() => hear.begun?.())
      return
    }
    // Whoever listens now usually listens to several topics at once.
    this.#joining ??= setTimeout(() => this.#join(), 0)
  }

  #join(): void {
    this.#joining = undefined
    if (this.hearers.size > 0 && !this.#asleep) this.#widen()
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility)
    clearTimeout(this.#hiding)
    clearTimeout(this.#joining)
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
    if (this.hearers.size > 0) this.#connect(true)
  }

  #disconnect(): void {
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#before?.close()
    this.#source = null
    this.#before = null
  }

  // The connection so far goes on until the one with more topics is there: nothing is missed between them.
  #widen(): void {
    clearTimeout(this.#timer)
    this.#before?.close()
    this.#before = this.#source
    this.#connect(this.#before?.readyState === EventSource.CLOSED)
  }

  // Short breaks the browser mends itself, with what was missed; a refusal it takes for final.
  #connect(again: boolean): void {
    const topics = [...this.hearers.values()].map(({ topic }) => topic)
    this.#topics = new Set([...topics, ...(topics.some(asksForGroup) ? POSTS_GROUP : [])])
    this.#names.clear()
    const source = new EventSource(`/api/events?topics=${[...this.#topics].sort().join(',')}`)
    this.#source = source
    let missed = again
    let first = true
    source.addEventListener('open', () => {
      this.#wait = FIRST_WAIT_MS
      this.#before?.close()
      this.#before = null
      for (const hear of [...this.hearers.keys()]) {
        if (missed) hear.gap?.()
        else if (first) hear.begun?.()
      }
      missed = first = false
    })
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED || source !== this.#source) return
      this.#timer = setTimeout(() => this.#connect(true), this.#wait)
      this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2)
    })
    for (const { name } of this.hearers.values()) this.#listenTo(name)
  }

  #listenTo(name: EventName): void {
    if (!this.#source || this.#names.has(name)) return
    this.#names.add(name)
    this.#source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as StreamEvents[EventName]
      for (const [hear, wanted] of [...this.hearers]) if (wanted.name === name) hear.message(event)
    })
  }
}

let stream: Stream | null = null

/**
 * Hears the events called `name` of one topic of `GET /api/events`. Gives the undo; the stream closes soon after the
 * last one has stopped listening. An event may arrive twice.
 */
export function listen<N extends EventName>(topic: string, name: N, hear: Hear<N>): () => void {
  stream ??= new Stream()
  const mine = stream
  mine.add(hear, topic, name)
  return () => {
    mine.hearers.delete(hear)
    setTimeout(() => {
      if (mine.hearers.size > 0 || mine !== stream) return
      mine.close()
      stream = null
    }, LINGER_MS)
  }
}
