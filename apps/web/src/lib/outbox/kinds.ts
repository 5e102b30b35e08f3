import type { Waiting, WaitingFile } from './use-outbox.ts'

/** Arguments that a kind's `send` gets besides the entry. */
export type SendTools = {
  files: () => Promise<WaitingFile[]>
  /** Stores the progress of an upload, so that it can be resumed. */
  noteUpload: (index: number, next: Pick<Partial<WaitingFile>, 'url' | 'sent'>) => Promise<void>
  /** Reports the share of bytes uploaded, from 0 to 1. */
  onProgress: (share: number) => void
}

/** How the outbox shows an entry. */
export type WaitingText = {
  /** The type of content: "Comment". */
  what: string
  /** Its recipient or place; null if that adds nothing. */
  where: string | null
  /** The typed text; null if there is none. */
  text: string | null
  /** The page it belongs to; null if there is none. */
  href: string | null
}

/** A kind of outbox entry. Payloads are JSON, and may have been stored by an earlier version of the client. */
export type WaitingKind<P> = {
  /**
   * Sends an entry with its key (`id`), and updates the screens that show it. Called again with the same key until the
   * server responds.
   * @throws ApiError
   * @throws Unsent if its files could not be sent
   */
  send(entry: Waiting<P>, tools: SendTools): Promise<void>
  describe(entry: Waiting<P>): WaitingText
  /**
   * Puts the content back into its form and returns the form's path; null if the form has other content. If absent,
   * there is no form: the entry is sent unchanged or discarded.
   */
  giveBack?(entry: Waiting<P>, files: readonly WaitingFile[]): Promise<string | null>
  /** Called when entries of this kind change and after a reload, to show them as if they had been sent. */
  show?(entries: readonly Waiting<P>[]): void
  /** Updates the screen after a refusal, e.g. if a post was deleted. */
  refused?(entry: Waiting<P>, code: string): void
  /** Whether it is idempotent even without a key. */
  isRepeatable?: boolean
  /** Whether its own screen confirms delivery, so that the outbox shows no toast. */
  isQuiet?: boolean
}

/** Thrown if an entry was not sent for a reason other than a refusal by the API. */
export class Unsent extends Error {
  readonly why: 'unreachable' | 'signed_out' | 'busy' | 'refused'
  /** Seconds until the next attempt. */
  readonly wait: number | null
  constructor(why: Unsent['why'], detail = '', wait: number | null = null) {
    super(detail)
    this.why = why
    this.wait = wait
  }
}

/** A kind with a payload type known only to itself. */
export type AnyKind = WaitingKind<unknown>
/** The kinds by name. Each one is loaded when it has entries. */
export type Kinds = Readonly<Record<string, () => Promise<AnyKind>>>

let register: (all: Kinds) => void = () => undefined
// A screen may request a kind before the app has registered them.
let kinds = new Promise<Kinds>((resolve) => {
  register = resolve
})

/** Registers the kinds. The app calls this once. */
export const setKinds = (all: Kinds): void => {
  register(all)
  kinds = Promise.resolve(all)
}

/** The kind of an entry; null if this version of the client does not know it. */
export const findKind = async ({ kind }: Pick<Waiting, 'kind'>): Promise<AnyKind | null> =>
  (await (await kinds)[kind]?.()) ?? null
