/** A refusal by the server, as shown to the author. */
export type Refusal = { code: string; detail: string; fields: Readonly<Record<string, string>> }

/** An entry's state. It stays `waiting` while the entry is being sent; see {@link sendingNow}. */
export type WaitingState = 'waiting' | 'refused' | 'unsure'

/** An entry stored on this device until the server has it. */
export type Waiting<P = unknown> = {
  /** The idempotency key. */
  id: string
  user_id: string
  /** One of the kinds listed in `app/outbox-kinds.ts`. */
  kind: string
  /**
   * The item that the entry belongs to, e.g. a conversation. Entries with the same target are sent in order, one at a
   * time.
   */
  target: string
  payload: P
  /** The number of files stored with the entry. */
  files: number
  created_at: string
  /** Increases with each new entry. */
  order: number
  /** `refused`: see `refusal`. `unsure`: it may have been delivered, but its key has expired, so the person decides. */
  state: WaitingState
  refusal: Refusal | null
  /** When (ms) an attempt may first have reached the server; null if no attempt can have. */
  tried_at: number | null
  /** The number of failed attempts since the entry was written, or since the person last selected "Try again". */
  tries: number
}

/** A file that belongs to an outbox entry. */
export type WaitingFile = {
  name: string
  kind: 'image' | 'video'
  blob: Blob
  /** The URL of the file's resumable upload, once the server has assigned one. */
  url: string | null
  /** Whether all bytes have been uploaded. */
  sent: boolean
  /** Its description; missing or null if it was never described. */
  alt_text?: string | null | undefined
}
