import type { Media } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { ApiError, call } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { checkFile, type FileCheck, isHeic } from './check-file.ts'
import { type Position, readPosition } from './photo-position.ts'
import { discardUpload, type SendError, sendFile } from './send-file.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { dropFile, patchFile, type StoredFile, storedFiles, storeFile } from './stored-files.ts'

/** Where a file is on its way. `paused` goes on by itself; `failed` needs the person, and `again` says if trying helps. */
export type UploadState =
  | { step: 'waiting' }
  | { step: 'sending'; progress: number }
  | { step: 'paused'; why: 'unreachable' | 'signed_out' | 'busy' }
  | { step: 'processing' }
  | { step: 'ready' }
  | { step: 'failed'; again: boolean; detail: string | null }

/** One chosen file. `preview` is an address that only this page can open. */
export type UploadItem = {
  id: string
  name: string
  kind: 'image' | 'video'
  preview: string | null
  position: Position | null
  media_id: string | null
  media: Media | null
  state: UploadState
}

/** A file that was not taken, and why. */
export type RefusedFile = {
  name: string
  why: Extract<FileCheck, { refused: string }>['refused'] | 'too_many'
}

const AT_ONCE = 2
const WAKE_MS = 8_000
const POLL_MS = [300, 600, 1000, 1500, 2500, 4000]

type Held = {
  item: UploadItem
  stored: StoredFile | null
  stop: AbortController | null
  wake?: ReturnType<typeof setTimeout>
}

const mediaIdOf = (url: string) => url.split('/').filter(Boolean).pop() ?? ''
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The files somebody is about to share: prepared, sent, followed until they are ready, and remembered over a reload. */
export class UploadQueue {
  readonly owner: string
  #held: Held[] = []
  #snapshot: readonly UploadItem[] = []
  #views = new Set<() => void>()
  #preparing: Promise<unknown> = Promise.resolve()
  #lastOrder = 0
  /** Settles once what an earlier page left here is in the list. */
  readonly restored: Promise<void>

  /** `place` is what the files are for where a person has several lists, e.g. a spot; they are kept apart. */
  constructor(person: string, place = '') {
    this.owner = place ? `${person}:${place}` : person
    // What cannot be restored is chosen again; the list works without it.
    this.restored = this.#restore().catch(() => undefined)
    addEventListener('online', () => this.wake())
    session.onEvent((event, state) => {
      if (event === 'signed_in' && state.user?.user_id === person) this.wake()
    })
  }

  items = (): readonly UploadItem[] => this.#snapshot
  subscribe = (view: () => void): (() => void) => {
    this.#views.add(view)
    return () => this.#views.delete(view)
  }

  /** Takes files that pass the checks and starts with them; gives back the others. */
  add(files: Iterable<File>): RefusedFile[] {
    const refused: RefusedFile[] = []
    for (const file of files) {
      const check = checkFile(file)
      if ('refused' in check) refused.push({ name: file.name, why: check.refused })
      else if (this.#held.length >= LIMITS.files_per_post) refused.push({ name: file.name, why: 'too_many' })
      else this.#take(file, check.kind)
    }
    this.#changed()
    return refused
  }

  /** Takes a file out, here and on the server. */
  remove(id: string): void {
    const held = this.#find(id)
    if (!held) return
    this.#held = this.#held.filter((other) => other !== held)
    this.#letGo(held)
    if (held.stored?.url) discardUpload(held.stored.url)
    this.#changed()
    this.#next()
  }

  /** Tries a failed or paused file again. */
  retry(id: string): void {
    const held = this.#find(id)
    if (!held?.stored || (held.item.state.step !== 'failed' && held.item.state.step !== 'paused')) return
    clearTimeout(held.wake)
    this.#set(held, { state: { step: 'waiting' } })
    this.#next()
  }

  /** Tries everything again that stands still and might go on. */
  wake(): void {
    for (const { item } of this.#held) if (item.state.step === 'paused') this.retry(item.id)
  }

  /** Puts a file at another place in the list; the first photo becomes the cover. */
  move(id: string, to: number): void {
    const held = this.#find(id)
    if (!held) return
    const rest = this.#held.filter((other) => other !== held)
    this.#held = [...rest.slice(0, to), held, ...rest.slice(to)]
    for (const [order, { stored }] of this.#held.entries()) {
      if (!stored) continue
      stored.order = order
      void patchFile(this.owner, stored.id, { order })
    }
    this.#lastOrder = this.#held.length
    this.#changed()
  }

  /** Empties the list. `keep` leaves on the server what now belongs to a post. */
  clear({ keep }: { keep: boolean }): void {
    for (const held of this.#held) {
      this.#letGo(held)
      if (!keep && held.stored?.url) discardUpload(held.stored.url)
    }
    this.#held = []
    this.#changed()
  }

  /** Resolves when nothing moves any more: every photo is ready, failed or paused, every video at least sent. */
  async settled(): Promise<void> {
    const moving = ({ state, kind }: UploadItem) =>
      state.step === 'waiting' ||
      state.step === 'sending' ||
      (state.step === 'processing' && kind === 'image')
    if (!this.#snapshot.some(moving)) return
    await new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#snapshot.some(moving)) return
        stop()
        resolve()
      })
    })
  }

  #find(id: string): Held | undefined {
    return this.#held.find(({ item }) => item.id === id)
  }

  #changed(): void {
    this.#snapshot = this.#held.map(({ item }) => item)
    for (const view of this.#views) view()
  }

  #set(held: Held, change: Partial<UploadItem>): void {
    held.item = { ...held.item, ...change }
    this.#changed()
  }

  #letGo(held: Held): void {
    held.stop?.abort()
    clearTimeout(held.wake)
    if (held.item.preview) URL.revokeObjectURL(held.item.preview)
    void dropFile(this.owner, held.item.id)
  }

  async #restore(): Promise<void> {
    for (const stored of await storedFiles(this.owner)) {
      this.#lastOrder = Math.max(this.#lastOrder, stored.order + 1)
      this.#held.push({ item: this.#itemOf(stored), stored, stop: null })
    }
    if (this.#held.length === 0) return
    this.#changed()
    this.#next()
  }

  #itemOf(stored: StoredFile): UploadItem {
    const showable = !isHeic({ type: stored.blob.type, name: stored.name })
    return {
      id: stored.id,
      name: stored.name,
      kind: stored.kind,
      preview: showable ? URL.createObjectURL(stored.blob) : null,
      position: stored.position,
      media_id: stored.sent && stored.url ? mediaIdOf(stored.url) : null,
      media: null,
      state: { step: 'waiting' },
    }
  }

  #take(file: File, kind: 'image' | 'video'): void {
    const id = crypto.randomUUID()
    const order = this.#lastOrder++
    const empty = { preview: null, position: null, media_id: null, media: null }
    const held: Held = {
      item: { id, name: file.name, kind, ...empty, state: { step: 'waiting' } },
      stored: null,
      stop: null,
    }
    this.#held.push(held)
    // One after the other: several large photos decoded at once are too much for a phone.
    this.#preparing = this.#preparing.then(async () => {
      if (!this.#held.includes(held)) return
      const position = kind === 'image' ? await readPosition(file) : null
      const blob = kind === 'image' ? await shrinkPhoto(file) : file
      if (!this.#held.includes(held)) return
      held.stored = { id, name: file.name, kind, blob, position, order, url: null, sent: false }
      const { preview } = this.#itemOf(held.stored)
      this.#set(held, { position, preview })
      void storeFile(this.owner, held.stored)
      this.#next()
    })
  }

  #next(): void {
    const busy = this.#held.filter(({ stop }) => stop).length
    const waiting = this.#held.filter(
      ({ item, stored, stop }) => stored && !stop && item.state.step === 'waiting',
    )
    for (const held of waiting.slice(0, Math.max(0, AT_ONCE - busy))) void this.#run(held)
  }

  async #run(held: Held): Promise<void> {
    const stop = new AbortController()
    held.stop = stop
    try {
      if (!held.stored?.sent) await this.#send(held, stop.signal)
      // Before the next one is looked for: what is waiting is begun, this one no more.
      this.#set(held, { state: { step: 'processing' } })
      held.stop = null
      this.#next()
      await this.#follow(held, stop.signal)
    } catch (error) {
      if (held.stop === stop) held.stop = null
      if (!stop.signal.aborted) this.#failed(held, error)
      this.#next()
    }
  }

  async #send(held: Held, signal: AbortSignal): Promise<void> {
    const stored = held.stored as StoredFile
    this.#set(held, { state: { step: 'sending', progress: 0 } })
    const media_id = await sendFile({
      blob: stored.blob,
      name: stored.name,
      url: stored.url,
      signal,
      onUrl: (url) => {
        stored.url = url
        void patchFile(this.owner, stored.id, { url })
      },
      onProgress: (progress) => {
        if (held.item.state.step === 'sending') this.#set(held, { state: { step: 'sending', progress } })
      },
    })
    stored.sent = true
    void patchFile(this.owner, stored.id, { sent: true })
    this.#set(held, { media_id })
  }

  async #follow(held: Held, signal: AbortSignal): Promise<void> {
    const { media_id } = held.item
    if (!media_id) throw { why: 'refused', detail: null, again: true } satisfies SendError
    for (let turn = 0; !signal.aborted && this.#held.includes(held); turn++) {
      const media = await call('GET /api/media/:media_id', { params: { media_id }, signal }).catch(
        (error: unknown) => {
          throw this.private(held, error)
        },
      )
      if (media.status === 'ready') return this.#set(held, { media, state: { step: 'ready' } })
      if (media.status === 'failed')
        return this.#set(held, { media, state: { step: 'failed', again: false, detail: media.failure } })
      await pause(POLL_MS[Math.min(turn, POLL_MS.length - 1)] ?? 4000)
    }
  }

  private(held: Held, error: unknown): SendError {
    if (!(error instanceof ApiError)) return { why: 'unreachable' }
    if (error.code === 'SESSION_MISSING') return { why: 'signed_out' }
    if (error.status === 429 || error.status === 503) return { why: 'busy', wait: error.retryAfter ?? 5 }
    if (error.code === 'MEDIA_NOT_FOUND' && held.stored) {
      // Swept away in the meantime, or cut off before the server had written it down: sent again from the start.
      held.stored.url = null
      held.stored.sent = false
      void patchFile(this.owner, held.stored.id, { url: null, sent: false })
      return { why: 'busy', wait: 1 }
    }
    return { why: 'unreachable' }
  }

  #failed(held: Held, thrown: unknown): void {
    const error = (
      thrown && typeof thrown === 'object' && 'why' in thrown ? thrown : { why: 'unreachable' }
    ) as SendError
    if (error.why === 'aborted') return
    if (error.why === 'refused') {
      if (error.again && held.stored) held.stored.url = null
      return this.#set(held, { state: { step: 'failed', again: error.again, detail: error.detail } })
    }
    this.#set(held, { state: { step: 'paused', why: error.why } })
    if (error.why === 'signed_out') return void session.refresh().catch(() => undefined)
    const wait = error.why === 'busy' ? error.wait * 1000 : WAKE_MS
    held.wake = setTimeout(() => this.retry(held.item.id), wait)
  }
}
