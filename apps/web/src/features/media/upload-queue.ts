import type { Media } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { createAtom, type ReadonlyAtom } from '@tanstack/react-store'
import { ApiError } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import type { WaitingFile } from '../../lib/outbox/use-outbox.ts'
import { checkFile, checkPhoto } from './check-file.ts'
import type { GoodFile } from './checked-file.ts'
import { readPosition } from './photo-position.ts'
import { discardUpload, type SendError, sendFile } from './send-file.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { dropFile, patchFile, type StoredFile, storedFiles, storeFile } from './stored-files.ts'
import { toPollingError, untilProcessed } from './until-processed.ts'
import {
  isKnown,
  isMoving,
  toUploadItem,
  toMediaItem,
  type FileNote,
  type QueuedFile,
  toState,
  type UploadItem,
} from './upload-item.ts'

const CONCURRENCY_MAX = 2
const WAKE_MS = 8_000

/** The files for a future post. They are prepared, uploaded, polled until ready, and stored across reloads. */
export class UploadQueue {
  readonly owner: string
  #queue: QueuedFile[] = []
  readonly #items = createAtom<readonly UploadItem[]>([])
  /** Counts calls to {@link clear}, which also removes files that are still being inspected. */
  #cleared = 0
  #inspecting: Promise<unknown> = Promise.resolve()
  #preparing: Promise<unknown> = Promise.resolve()
  #lastOrder = 0
  /** Settles once the files stored before a reload are in the list. */
  readonly restored: Promise<void>

  /** `slot` distinguishes a person's lists, e.g. one per spot. */
  constructor(person: string, slot = '') {
    this.owner = slot ? `${person}:${slot}` : person
    // If the stored files can't be read, the list still works, but people have to select their files again.
    this.restored = this.#restore().catch(() => undefined)
    addEventListener('online', () => this.wake())
    session.onEvent((event, state) => {
      if (event === 'signed_in' && state.user?.user_id === person) this.wake()
    })
  }

  /** The files in the format that screens use. */
  get shown(): ReadonlyAtom<readonly UploadItem[]> {
    return this.#items
  }
  items = (): readonly UploadItem[] => this.#items.get()

  /**
   * Adds the photos and videos among the files, in order, and starts uploading them. Returns notes about the refused
   * files, and about animations that are reduced to their first frame.
   */
  add(files: Iterable<File>): Promise<FileNote[]> {
    // Copied now, because a file input clears its list.
    const chosen = [...files]
    return this.#inspectNext((isWanted) => this.#add(chosen, checkFile, isWanted))
  }

  /**
   * Adds a file if it's a photo and the list is empty once all files chosen before it are inspected. Returns notes like
   * {@link add}.
   */
  addOnly(photo: File): Promise<FileNote[]> {
    return this.#inspectNext(async (isWanted) =>
      this.#queue.length === 0 ? this.#add([photo], checkPhoto, isWanted) : [],
    )
  }

  #inspectNext(inspect: (isWanted: () => boolean) => Promise<FileNote[]>): Promise<FileNote[]> {
    const cleared = this.#cleared
    const adding = this.#inspecting.then(() => inspect(() => cleared === this.#cleared))
    this.#inspecting = adding.catch(() => undefined)
    return adding
  }

  /** Resolves once every chosen file is in the list or refused. */
  async listed(): Promise<void> {
    await this.#inspecting
  }

  async #add(
    files: readonly File[],
    inspect: typeof checkFile,
    isWanted: () => boolean,
  ): Promise<FileNote[]> {
    const notes: FileNote[] = []
    // Processes files one at a time, because decoding several large photos in parallel overwhelms phones.
    for (const file of files) {
      const { name } = file
      const check = await inspect(file)
      if (!isWanted()) return notes
      if ('refused' in check) notes.push({ name, why: check.refused })
      else if (this.#queue.length >= LIMITS.files_per_post) notes.push({ name, why: 'too_many' })
      else {
        this.#take(check)
        this.#changed()
        if (check.isFirstFrameOnly) notes.push({ name, why: 'first_frame_only' })
      }
    }
    return notes
  }

  /** Prepends files that are already on the server, e.g. from a draft. Removing them here doesn't delete them there. */
  adopt(all: readonly Media[]): void {
    const adopted = all.map((media, index): QueuedFile => {
      return { item: toMediaItem(media, String(index + 1)), stored: null, stop: null }
    })
    this.#queue = [...adopted, ...this.#queue]
    this.#changed()
    this.#next()
  }

  /** Removes a file from the list and from the server. */
  remove(id: string): void {
    const queued = this.#find(id)
    if (!queued) return
    this.#queue = this.#queue.filter((other) => other !== queued)
    this.#release(queued)
    if (queued.stored?.url) discardUpload(queued.stored.url)
    this.#changed()
    this.#next()
  }

  /** Retries a failed or paused file. */
  retry(id: string): void {
    const queued = this.#find(id)
    const { step } = queued?.item.state ?? {}
    if (!queued || !isKnown(queued) || (step !== 'failed' && step !== 'paused')) return
    clearTimeout(queued.wake)
    this.#set(queued, { state: { step: 'waiting' } })
    this.#next()
  }

  /** Retries every stopped file that may still succeed. */
  wake(): void {
    for (const { item } of this.#queue) if (item.state.step === 'paused') this.retry(item.id)
  }

  /** Moves a file within the list. The first photo becomes the cover. */
  move(id: string, to: number): void {
    const queued = this.#find(id)
    if (!queued) return
    const rest = this.#queue.filter((other) => other !== queued)
    this.#queue = [...rest.slice(0, to), queued, ...rest.slice(to)]
    for (const [order, { stored }] of this.#queue.entries()) {
      if (!stored) continue
      stored.order = order
      void patchFile(this.owner, stored.id, { order })
    }
    this.#lastOrder = this.#queue.length
    this.#changed()
  }

  /** Describes a file. The description is sent with the post. */
  describe(id: string, alt_text: string): void {
    const queued = this.#find(id)
    if (!queued) return
    if (queued.stored) queued.stored.alt_text = alt_text
    void patchFile(this.owner, id, { alt_text })
    this.#set(queued, { alt_text })
  }

  /** Empties the list. If `keep`, the server retains the files, because they now belong to a post. */
  clear({ keep }: { keep: boolean }): void {
    for (const queued of this.#queue) {
      this.#release(queued)
      if (!keep && queued.stored?.url) discardUpload(queued.stored.url)
    }
    this.#queue = []
    this.#cleared++
    this.#changed()
  }

  /** Returns the files in the outbox's format, except for files that can't be processed. */
  async filesToWait(): Promise<WaitingFile[]> {
    await this.listed()
    await this.#preparing
    return this.#queue.flatMap(({ item: { state, alt_text }, stored }) => {
      if (!stored || (state.step === 'failed' && !state.again)) return []
      const { name, kind, blob, url, sent } = stored
      return [{ name, kind, blob, url, sent, alt_text }]
    })
  }

  /** Returns the files that {@link adopt} added and that are still in the list. */
  adopted(): UploadItem[] {
    return this.#queue.flatMap(({ item, stored }) => (stored === null ? item : []))
  }

  /** Puts an outbox entry's files back into the list. */
  async takeBack(files: readonly WaitingFile[]): Promise<void> {
    for (const file of files) {
      const stored = { ...file, id: crypto.randomUUID(), position: null, order: this.#lastOrder++ }
      await storeFile(this.owner, stored)
      this.#queue.push({ item: toUploadItem(stored), stored, stop: null })
    }
    this.#changed()
    this.#next()
  }

  /**
   * Resolves once every chosen file has settled: photos are refused, ready, failed, or paused, and videos are at least
   * uploaded.
   */
  async settled(): Promise<void> {
    await this.listed()
    if (!this.items().some(isMoving)) return
    await new Promise<void>((resolve) => {
      const { unsubscribe } = this.#items.subscribe((items) => {
        if (items.some(isMoving)) return
        unsubscribe()
        resolve()
      })
    })
  }

  #find(id: string): QueuedFile | undefined {
    return this.#queue.find(({ item }) => item.id === id)
  }

  #changed(): void {
    this.#items.set(this.#queue.map(({ item }) => item))
  }

  #set(queued: QueuedFile, change: Partial<UploadItem>): void {
    queued.item = { ...queued.item, ...change }
    this.#changed()
  }

  #release(queued: QueuedFile): void {
    queued.stop?.abort()
    clearTimeout(queued.wake)
    if (queued.item.preview) URL.revokeObjectURL(queued.item.preview)
    void dropFile(this.owner, queued.item.id)
  }

  async #restore(): Promise<void> {
    for (const stored of await storedFiles(this.owner)) {
      this.#lastOrder = Math.max(this.#lastOrder, stored.order + 1)
      this.#queue.push({ item: toUploadItem(stored), stored, stop: null })
    }
    if (this.#queue.length === 0) return
    this.#changed()
    this.#next()
  }

  #take({ file, chosen, kind }: GoodFile): void {
    const id = crypto.randomUUID()
    const order = this.#lastOrder++
    const empty = { preview: null, previewsVideo: false, position: null, media_id: null, media: null }
    const queued: QueuedFile = {
      item: { id, name: file.name, kind, ...empty, state: { step: 'waiting' } },
      stored: null,
      stop: null,
    }
    this.#queue.push(queued)
    // One by one, because decoding several large photos at the same time overwhelms phones.
    this.#preparing = this.#preparing.then(async () => {
      if (!this.#queue.includes(queued)) return
      const position = kind === 'image' ? await readPosition(chosen) : null
      const blob = kind === 'image' ? await shrinkPhoto(file) : file
      if (!this.#queue.includes(queued)) return
      const { alt_text } = queued.item
      queued.stored = { id, name: file.name, kind, blob, position, order, url: null, sent: false, alt_text }
      const { preview, previewsVideo } = toUploadItem(queued.stored)
      this.#set(queued, { position, preview, previewsVideo })
      void storeFile(this.owner, queued.stored)
      this.#next()
    })
  }

  #next(): void {
    const busy = this.#queue.filter(({ stop }) => stop).length
    const waiting = this.#queue.filter(
      (queued) => isKnown(queued) && !queued.stop && queued.item.state.step === 'waiting',
    )
    for (const queued of waiting.slice(0, Math.max(0, CONCURRENCY_MAX - busy))) void this.#run(queued)
  }

  async #run(queued: QueuedFile): Promise<void> {
    const stop = new AbortController()
    queued.stop = stop
    try {
      if (queued.stored && !queued.stored.sent) await this.#send(queued, stop.signal)
      // Set this before picking the next file; otherwise, this file would be picked again.
      this.#set(queued, { state: { step: 'processing' } })
      queued.stop = null
      this.#next()
      await this.#follow(queued, stop.signal)
    } catch (error) {
      if (queued.stop === stop) queued.stop = null
      if (!stop.signal.aborted) this.#failed(queued, error)
      this.#next()
    }
  }

  async #send(queued: QueuedFile, signal: AbortSignal): Promise<void> {
    const stored = queued.stored as StoredFile
    this.#set(queued, { state: { step: 'sending', progress: 0 } })
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
        if (queued.item.state.step === 'sending') this.#set(queued, { state: { step: 'sending', progress } })
      },
    })
    stored.sent = true
    void patchFile(this.owner, stored.id, { sent: true })
    this.#set(queued, { media_id })
  }

  async #follow(queued: QueuedFile, signal: AbortSignal): Promise<void> {
    const { media_id } = queued.item
    if (!media_id) throw { why: 'refused', detail: null, again: true } satisfies SendError
    const isWanted = () => this.#queue.includes(queued)
    const media = await untilProcessed(media_id, { signal, isWanted }).catch((error: unknown) => {
      throw this.#toSendError(queued, error)
    })
    // The server determines a file's kind from its content.
    if (media && isWanted()) this.#set(queued, { media, kind: media.type, state: toState(media) })
  }

  #toSendError(queued: QueuedFile, error: unknown): SendError {
    const { stored } = queued
    if (!(error instanceof ApiError) || error.code !== 'MEDIA_NOT_FOUND') return toPollingError(error)
    if (!stored) return { why: 'refused', detail: null, again: false }
    // The server deleted the file, or crashed before storing it, so upload it again from the start.
    stored.url = null
    stored.sent = false
    void patchFile(this.owner, stored.id, { url: null, sent: false })
    return { why: 'busy', wait: 1 }
  }

  #failed(queued: QueuedFile, thrown: unknown): void {
    const error = (
      thrown && typeof thrown === 'object' && 'why' in thrown ? thrown : { why: 'unreachable' }
    ) as SendError
    if (error.why === 'aborted') return
    if (error.why === 'refused') {
      if (error.again && queued.stored) queued.stored.url = null
      return this.#set(queued, { state: { step: 'failed', again: error.again, detail: error.detail } })
    }
    this.#set(queued, { state: { step: 'paused', why: error.why } })
    if (error.why === 'signed_out') return void session.refresh().catch(() => undefined)
    const wait = error.why === 'busy' ? error.wait * 1000 : WAKE_MS
    queued.wake = setTimeout(() => this.retry(queued.item.id), wait)
  }
}
