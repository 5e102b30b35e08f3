import { replace } from './replace.ts'

const RETRY_MS = 3_000

/** Parses an event's fields in an event stream. Lines that start with a colon are comments. */
export function parseEvent(block: string): { id?: string; name: string; data: string } | null {
  const fields: Record<string, string[]> = {}
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? []
    if (field) (fields[field] ??= []).push(value)
  }
  if (!fields.data) return null
  const id = fields.id?.at(-1)
  return {
    ...(id !== undefined && { id }),
    name: fields.event?.at(-1) ?? 'message',
    data: fields.data.join('\n'),
  }
}

/** An event stream whose requests have the person's token. */
class Stream extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState = Stream.CONNECTING
  readonly #url: string
  #mark: string | null = null
  #stop = new AbortController()

  constructor(url: string | URL) {
    super()
    this.#url = String(url)
    void this.#run()
  }

  close(): void {
    this.readyState = Stream.CLOSED
    this.#stop.abort()
  }

  async #run(): Promise<void> {
    while (this.readyState !== Stream.CLOSED) {
      const canContinue = await this.#once().catch(() => true)
      if (this.#stop.signal.aborted) return
      this.readyState = canContinue ? Stream.CONNECTING : Stream.CLOSED
      this.dispatchEvent(new Event('error'))
      if (canContinue) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  /**
   * Reads until the connection ends. Returns false if the server refuses the connection; browsers don't retry in that
   * case either.
   */
  async #once(): Promise<boolean> {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (this.#mark) headers['last-event-id'] = this.#mark
    const response = await fetch(this.#url, { headers, cache: 'no-store', signal: this.#stop.signal })
    if (!response.ok || !response.body) return false
    this.readyState = Stream.OPEN
    this.dispatchEvent(new Event('open'))
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      const blocks = (rest + value.replaceAll('\r', '')).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) this.#receive(block)
    }
  }

  #receive(block: string): void {
    const event = parseEvent(block)
    if (!event) return
    this.#mark = event.id ?? this.#mark
    this.dispatchEvent(new MessageEvent(event.name, { data: event.data, lastEventId: this.#mark ?? '' }))
  }
}

/** Replaces `EventSource` with an implementation that sends the person's token, which the browser's can't do. */
export function installStream(): void {
  replace(globalThis, 'EventSource', Stream)
}
