import type { Media } from '@nollie/contract'
import { isHeic } from './check-file.ts'
import type { Refused } from './checked-file.ts'
import type { Position } from './photo-position.ts'
import type { StoredFile } from './stored-files.ts'

/**
 * The state of a file. `paused` continues by itself; `failed` needs the person, and `again` is whether a retry may help.
 */
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
  /** The preview is a video; that of an animated picture is a picture, although it becomes a video. */
  previewsVideo: boolean
  position: Position | null
  media_id: string | null
  media: Media | null
  state: UploadState
}

/** A note about a chosen file: why it is refused, or that only its first frame is stored. */
export type FileNote = {
  name: string
  why: Refused['refused'] | 'too_many' | 'first_frame_only'
}

/** A file of the list, with what only the queue knows: its bytes on this device, and how its upload is stopped. */
export type QueuedFile = {
  item: UploadItem
  stored: StoredFile | null
  stop: AbortController | null
  wake?: ReturnType<typeof setTimeout>
}

/** Whether its bytes are on this device or on the server; not yet while they are prepared. */
export const isKnown = ({ stored, item }: QueuedFile): boolean => stored !== null || item.media_id !== null

const mediaIdOf = (url: string) => url.split('/').filter(Boolean).pop() ?? ''

/** The state of a file that the server has; `waiting` until it is asked again. */
export const stateOf = ({ status, failure }: Media): UploadState => {
  if (status === 'ready') return { step: 'ready' }
  return status === 'failed' ? { step: 'failed', again: false, detail: failure } : { step: 'waiting' }
}

/** A file of this device as screens show it. */
export const itemOf = (stored: StoredFile): UploadItem => {
  const showable = !isHeic(stored.blob)
  return {
    id: stored.id,
    name: stored.name,
    kind: stored.kind,
    preview: showable ? URL.createObjectURL(stored.blob) : null,
    previewsVideo: stored.kind === 'video' && !stored.blob.type.startsWith('image/'),
    position: stored.position,
    media_id: stored.sent && stored.url ? mediaIdOf(stored.url) : null,
    media: null,
    state: { step: 'waiting' },
  }
}

/** A file that the server has already, as screens show it; `name` is its number. */
export const itemOfMedia = (media: Media, name: string): UploadItem => {
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
    state: stateOf(media),
  }
}

/** Whether something still happens with a file before it is settled; a video may be processed for long, and is not waited for. */
export const isMoving = ({ state, kind }: UploadItem): boolean =>
  state.step === 'waiting' || state.step === 'sending' || (state.step === 'processing' && kind === 'image')
