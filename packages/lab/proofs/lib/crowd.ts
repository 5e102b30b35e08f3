import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, send } from './members.ts'

/** The statuses with which our server or a balancer says "not now". They aren't wrong responses. */
const NOT_NOW = new Set([502, 503, 504, 507])
const PAUSE_MS = 30

/** A file that people open, and the hash of its bytes. */
export type KnownFile = { path: string; sha256: string }

/** Simulates people who repeatedly write, read their own writes, and open a file. Records every wrong response. */
export class Crowd {
  readonly #url: string
  readonly #members: readonly Member[]
  readonly #file: KnownFile | null
  /** Responses that must never occur: wrong content, 4xx, unexpected errors. */
  readonly wrong: string[] = []
  /** Requests that failed in ways that are acceptable during a failure, with their time. */
  readonly failed: { at: number; what: string }[] = []
  /** Acknowledged comments and their times. */
  readonly acked: { id: string; content: string; at: number }[] = []
  readonly #rounds: number[]
  #isOver = false
  #lives: Promise<unknown> = Promise.resolve()

  constructor(url: string, members: readonly Member[], file: KnownFile | null = null) {
    this.#url = url
    this.#members = members
    this.#file = file
    this.#rounds = members.map(() => 0)
  }

  /** Starts everyone's activity. */
  start(): void {
    this.#lives = Promise.all(this.#members.map((member, n) => this.#live(member, n)))
    this.#lives.catch(() => {})
  }

  /** Lets everyone finish their current round. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#lives
  }

  /** Waits until everyone has completed this many more rounds without a failure. */
  async hasRounds(count: number): Promise<void> {
    const before = [...this.#rounds]
    while (this.#rounds.some((rounds, n) => rounds < (before[n] ?? 0) + count))
      await Promise.race([sleep(20), this.#lives])
  }

  // Retries a request until it's answered.
  async #ask(path: string, wanted: number, request: Parameters<typeof send>[2]) {
    for (;;) {
      const answer = await send(this.#url, path, request)
      if (answer?.status === wanted) return answer
      const what = `${request?.method ?? 'GET'} ${path.replace(/[0-9a-f-]{36}/, 'ID')}: ${answer?.status ?? 'no answer'}`
      if (answer && !NOT_NOW.has(answer.status) && !(answer.status === 409 && request?.method === 'POST'))
        this.wrong.push(`${what} ${JSON.stringify(answer.json())}`)
      this.failed.push({ at: performance.now(), what })
      if (this.wrong.length > 500) throw new Error(this.wrong.slice(0, 3).join('\n'))
      await sleep(PAUSE_MS * 3)
    }
  }

  async #live({ bearer }: Member, n: number): Promise<void> {
    const key = () => ({ ...bearer, 'idempotency-key': randomUUID() })
    const begun = await this.#ask('/api/discussions', 201, {
      method: 'POST',
      headers: key(),
      body: { title: `Session ${randomUUID()}`, content: 'Who comes?' },
    })
    const id = String(begun.json().id)
    while (!this.#isOver) {
      const failures = this.failed.length
      const content = `Clean ${randomUUID()}`
      const written = await this.#ask(`/api/discussions/${id}/comments`, 201, {
        method: 'POST',
        headers: key(),
        body: { content },
      })
      this.acked.push({ id: String(written.json().id), content, at: performance.now() })
      const position = written.headers.get('nollie-position')
      const read = await this.#ask(`/api/discussions/${id}/comments`, 200, {
        headers: { ...bearer, ...(position ? { 'nollie-position': position } : {}) },
      })
      const [newest] = read.json().items as { content: string }[]
      if (newest?.content !== content) this.wrong.push('a comment is missing for who wrote it')
      if (this.#file) await this.#look(this.#file, bearer)
      if (this.failed.length === failures) this.#rounds[n] = (this.#rounds[n] ?? 0) + 1
      await sleep(PAUSE_MS)
    }
  }

  async #look({ path, sha256 }: KnownFile, headers: Record<string, string>): Promise<void> {
    const what = 'GET a picture'
    try {
      const answer = await fetch(this.#url + path, { headers, signal: AbortSignal.timeout(20_000) })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (answer.status === 200) {
        if (createHash('sha256').update(bytes).digest('hex') !== sha256)
          this.wrong.push('a picture has other bytes')
        return
      }
      if (!NOT_NOW.has(answer.status)) this.wrong.push(`${what}: ${answer.status}`)
      this.failed.push({ at: performance.now(), what: `${what}: ${answer.status}` })
    } catch {
      this.failed.push({ at: performance.now(), what: `${what}: no whole answer` })
    }
  }
}
