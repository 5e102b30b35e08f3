/** A refusal of the server, as it is shown to whoever wrote what was refused. */
export type Refusal = { code: string; detail: string; fields: Readonly<Record<string, string>> }

/** The state of an entry; while it is sent it waits still, see {@link sendingNow}. */
export type WaitingState = 'waiting' | 'refused' | 'unsure'

/** Something that waits on this device until the server has it. */
export type Waiting<P = unknown> = {
  /** The idempotency key under which it is sent. */
  id: string
  user_id: string
  /** One of the kinds that `app/outbox-kinds.ts` lists. */
  kind: string
  /** What it is about, e.g. a conversation: the entries of one target go one after the other, in their order. */
  target: string
  payload: P
  /** The number of files that wait with it. */
  files: number
  created_at: string
  /** Ascending in the order in which they were written. */
  order: number
  /** `refused`: see `refusal`. `unsure`: it may have arrived so long ago that its key is forgotten; the person decides. */
  state: WaitingState
  refusal: Refusal | null
  /** The first time (ms) at which it may have reached the server; null if it cannot have. */
  tried_at: number | null
  /** The number of failed tries since it was written or somebody pressed "Try again". */
  tries: number
}

/** A file that waits with an entry. */
export type WaitingFile = {
  name: string
  kind: 'image' | 'video'
  blob: Blob
  /** The address of its resumable upload, once the server gave one. */
  url: string | null
  /** All bytes have arrived. */
  sent: boolean
}
