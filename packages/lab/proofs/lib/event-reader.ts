import http from 'node:http'

/** Reads a live event stream as a browser does: resumes after the last ID, on the next of several servers. */
export class EventReader {
  readonly #urls: readonly string[]
  readonly #headers: Record<string, string>
  readonly #topics: string
  readonly #onEvent: (name: string, data: Record<string, unknown>) => void
  #turn: number
  #last = ''
  #request: http.ClientRequest | null = null
  #isClosed = false
  /** How often the connection was closed and resumed. */
  resumed = 0
  /** Whether the stream is open. */
  isOpen = false

  constructor(
    urls: readonly string[],
    {
      headers,
      topics,
      first = 0,
      onEvent,
    }: {
      headers: Record<string, string>
      topics: string
      first?: number
      onEvent: (name: string, data: Record<string, unknown>) => void
    },
  ) {
    this.#urls = urls
    this.#headers = headers
    this.#topics = topics
    this.#turn = first
    this.#onEvent = onEvent
    this.#open()
  }

  #open(): void {
    if (this.#isClosed) return
    const url = this.#urls[this.#turn++ % this.#urls.length]
    const again = () => {
      this.isOpen = false
      if (this.#isClosed) return
      this.resumed += 1
      setTimeout(() => this.#open(), 100)
    }
    this.#request = http.get(
      `${url}/api/events?topics=${this.#topics}`,
      { agent: false, headers: { ...this.#headers, ...(this.#last ? { 'last-event-id': this.#last } : {}) } },
      (answer) => {
        if (answer.statusCode !== 200) {
          answer.resume().once('close', again)
          return
        }
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          this.isOpen = true
          text += part
          const blocks = text.split('\n\n')
          text = blocks.pop() ?? ''
          for (const block of blocks) this.#take(block)
        })
        answer.once('close', again).on('error', () => {})
      },
    )
    this.#request.once('error', () => {
      if (!this.isOpen) again()
    })
  }

  #take(block: string): void {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    ) as Record<string, string>
    if (fields.id) this.#last = fields.id
    if (fields.event && fields.data) this.#onEvent(fields.event, JSON.parse(fields.data))
  }

  /** Closes the connection, which then resumes. */
  cut(): void {
    this.#request?.destroy()
  }

  close(): void {
    this.#isClosed = true
    this.#request?.destroy()
  }
}
