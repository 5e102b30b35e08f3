import type { Media } from '@nollie/contract'
import { isHeic } from './check-file.ts'
import type { Refused } from './checked-file.ts'
import type { Position } from './photo-position.ts'
import type { StoredFile } from './stored-files.ts'

/** A file's state. `paused` resumes automatically. `failed` waits for the person; `again`: whether a retry may help. */
export type UploadState =
  | { step: 'waiting' }
  | { step: 'sending'; progress: number }
  | { step: 'paused'; why: 'unreachable' | 'signed_out' | 'busy' }
  | { step: 'processing' }
  | { step: 'ready' }
  | { step: 'failed'; again: boolean; detail: string | null }

/** A selected file. `preview` is an object URL. */
export type UploadItem = {
  id: string
  name: string
  kind: 'image' | 'video'
  preview: string | null
  /** Whether the preview is a video. An animated image's preview isn't, even though the image becomes a video. */
  previewsVideo: boolean
  position: Position | null
  media_id: string | null
  media: Media | null
  /** Its description: missing or null if it was never described, '' if the description was removed. */
  alt_text?: string | null | undefined
  state: UploadState
}

/** A note about a selected file: why it was refused, or that only its first frame is stored. */
export type FileNote = {
  name: string
  why: Refused['refused'] | 'too_many' | 'first_frame_only'
}

/**
 * A file in the list, with data that only the queue uses: its stored bytes, and the controller that stops its upload.
 */
export type QueuedFile = {
  item: UploadItem
  stored: StoredFile | null
  stop: AbortController | null
  wake?: ReturnType<typeof setTimeout>
}

/** Whether the file's bytes are on this device or on the server. False while they are being prepared. */
export function isKnown({ stored, item }: QueuedFile): boolean {
  return stored !== null || item.media_id !== null
}

function parseMediaId(url: string) {
  return url.split('/').filter(Boolean).pop() ?? ''
}

/** Returns the state for a file on the server; `waiting` means it will be polled again. */
export function toState({ status, failure }: Media): UploadState {
  if (status === 'ready') return { step: 'ready' }
  return status === 'failed' ? { step: 'failed', again: false, detail: failure } : { step: 'waiting' }
}

/** Converts a stored file to the format that screens use. */
export function toUploadItem(stored: StoredFile): UploadItem {
  const showable = !isHeic(stored.blob)
  return {
    id: stored.id,
    name: stored.name,
    kind: stored.kind,
    preview: showable ? URL.createObjectURL(stored.blob) : null,
    previewsVideo: stored.kind === 'video' && !stored.blob.type.startsWith('image/'),
    position: stored.position,
    media_id: stored.sent && stored.url ? parseMediaId(stored.url) : null,
    media: null,
    alt_text: stored.alt_text,
    state: { step: 'waiting' },
  }
}

/** Converts a file that is already on the server to the format that screens use; `name` is its number. */
export function toMediaItem(media: Media, name: string): UploadItem {
  const { id, type: kind } = media
  return {
    id,
    name,
    kind,
    preview: null,
    previewsVideo: false,
    position: null,
    media_id: id,
    media,
    alt_text: media.alt_text,
    state: toState(media),
  }
}

/** Whether a file is still in progress. A video being processed doesn't count, because it can take a long time. */
export function isMoving({ state, kind }: UploadItem): boolean {
  return (
    state.step === 'waiting' || state.step === 'sending' || (state.step === 'processing' && kind === 'image')
  )
}
