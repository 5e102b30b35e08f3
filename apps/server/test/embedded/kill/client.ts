import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { storedMails, tokenIn } from '../../services/mails.ts'

/** Everything that the server has acknowledged, and must therefore never lose. */
export type Acknowledged = {
  people: { email: string; username: string; token: string }[]
  uploads: string[]
  spots: { id: string; name: string; key: string }[]
}

/** The running server's URL and data directory. Different processes serve the URL over time. */
export type Place = { url: string; dataDir: string }

type Sent = { method?: string; headers?: Record<string, string>; body?: Uint8Array | string }

// The server itself sends 503 when it is unavailable. The others are from a load balancer whose server died.
const NO_ANSWER = new Set([502, 503, 504])

const MAX_ERRORS = 200

const FAR = { latitude: -35, longitude: -140 }

/** A person who completes the journey no matter how often the server dies, retrying as the web client would. */
export class Skater {
  readonly #at: Place
  readonly #acked: Acknowledged
  /** Error responses that can't be explained by a process being killed. */
  readonly errors: string[] = []
  /** The current step. */
  step: 'arriving' | 'uploading' | 'processing' | 'sharing' | 'looking' | 'waiting' = 'arriving'
  #token = ''

  constructor(at: Place, acked: Acknowledged) {
    this.#at = at
    this.#acked = acked
  }

  /** Retries until there is a response. A server that is dead, starting, or stopping doesn't send one. */
  async ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Response> {
    for (;;) {
      try {
        const answer = await fetch(this.#at.url + path, {
          method,
          headers: { ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}), ...headers },
          ...(body === undefined ? {} : { body: body as string }),
          signal: AbortSignal.timeout(20_000),
        })
        // Read the body to the end, because a truncated response doesn't count.
        const text = await answer.arrayBuffer()
        if (answer.status < 500)
          return new Response(text.byteLength ? text : null, {
            status: answer.status,
            headers: answer.headers,
          })
        if (!NO_ANSWER.has(answer.status))
          this.errors.push(`${method} ${path}: ${answer.status} ${Buffer.from(text).toString()}`)
      } catch {
        // No server is running.
      }
      if (this.errors.length > MAX_ERRORS) throw new Error(this.errors.slice(0, 3).join('\n'))
      await sleep(40)
    }
  }

  /** Posts JSON; see {@link ask}. */
  send(path: string, payload: object, headers: Record<string, string> = {}) {
    return this.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    })
  }

  /** Signs up, opens the emailed link, and signs in. */
  async arrives(): Promise<void> {
    this.step = 'arriving'
    this.#token = ''
    const username = `s_${randomBytes(6).toString('hex')}`
    const email = `${username}@example.com`
    const password = `${username} rolls away clean`
    const taken = await this.send('/api/auth/sign-up', { username, email, password })
    if (taken.status !== 202) throw new Error(`sign-up: ${taken.status} ${await taken.text()}`)
    await this.#verify(email)
    const answer = await this.send('/api/auth/sign-in', { email, password }, { 'x-client': 'token' })
    if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
    this.#token = ((await answer.json()) as { token: string }).token
    this.#acked.people.push({ email, username, token: this.#token })
  }

  // The email has to arrive, no matter how often the server dies before sending it.
  async #verify(email: string): Promise<void> {
    for (let tries = 0; tries < 2_400; tries++) {
      // The disk can't be read while its power is off.
      const [mail] = await storedMails(this.#at, email).catch(() => [])
      if (mail) {
        // This responds with 400 if an earlier attempt succeeded but its response was lost.
        await this.send('/api/auth/verify', { token: tokenIn(mail, 'verify') })
        return
      }
      // A person who waits too long for an email requests another one.
      if (tries % 25 === 24) await this.send('/api/auth/verification-mails', { email })
      await sleep(100)
    }
    throw new Error(`no mail to ${email}`)
  }

  /** Uploads a photo in parts and waits until it is ready. Resends parts that the server lost. */
  async uploads(): Promise<string> {
    this.step = 'uploading'
    const photo = await somePhoto()
    const tus = { 'tus-resumable': '1.0.0' }
    const meta = `filename ${btoa('ledge.jpg')},filetype ${btoa('image/jpeg')}`
    const begun = await this.ask('/api/uploads', {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(photo.length), 'upload-metadata': meta },
    })
    if (begun.status !== 201) throw new Error(`upload: ${begun.status} ${await begun.text()}`)
    const id = begun.headers.get('location')?.split('/').pop() ?? ''
    const path = `/api/uploads/${id}`
    for (;;) {
      const head = await this.ask(path, { method: 'HEAD', headers: tus })
      const offset = Number(head.headers.get('upload-offset') ?? Number.NaN)
      if (head.status !== 200 || Number.isNaN(offset)) break
      if (offset >= photo.length) break
      const piece = photo.subarray(offset, offset + Math.ceil(photo.length / 4))
      const sent = await this.ask(path, {
        method: 'PATCH',
        headers: {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: piece,
      })
      if (sent.status === 204 && offset + piece.length === photo.length) break
    }
    return (await this.#becomesReady(id)) ? id : this.uploads()
  }

  async #becomesReady(id: string): Promise<boolean> {
    this.step = 'processing'
    for (;;) {
      const answer = await this.ask(`/api/media/${id}`)
      if (answer.status === 404) return false
      const { status, failure } = (await answer.json()) as { status: string; failure: string | null }
      if (status === 'ready') {
        this.#acked.uploads.push(id)
        return true
      }
      // A file that was being processed during three crashes is marked as failed. The person selects it again.
      if (status === 'failed' && failure === 'This file couldn’t be processed.') return false
      if (status === 'failed') throw new Error(`a good photo failed: ${failure}`)
      await sleep(80)
    }
  }

  /** Shares a spot, retrying with the same key until the server responds, then looks for it as a visitor would. */
  async shares(media_ids: string[]): Promise<void> {
    const key = randomUUID()
    const name = `Ledge ${key}`
    const at = { latitude: FAR.latitude + Math.random(), longitude: FAR.longitude + Math.random() }
    this.step = 'sharing'
    let shared = ''
    while (!shared) {
      const answer = await this.send(
        '/api/spots',
        { name, ...at, description: 'Waxed.', spot_types: ['ledges'], media_ids },
        { 'idempotency-key': key },
      )
      if (answer.status === 201) {
        const { id } = (await answer.json()) as { id: string }
        this.#acked.spots.push({ id, name, key })
        shared = id
      } else if (answer.status !== 409) throw new Error(`share: ${answer.status} ${await answer.text()}`)
      else await sleep(50)
    }
    this.step = 'looking'
    const card = await this.ask(`/api/spots/${shared}/card`)
    if (card.status !== 200) this.errors.push(`a shared spot answers ${card.status}`)
    this.step = 'waiting'
  }
}

/** Creates a photo of noise, which doesn't compress well, so the photo is large enough for several parts. */
function somePhoto(): Promise<Buffer> {
  return sharp(randomBytes(160 * 120 * 3), { raw: { width: 160, height: 120, channels: 3 } })
    .resize(480, 360)
    .jpeg({ quality: 90 })
    .toBuffer()
}
