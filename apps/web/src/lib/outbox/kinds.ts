import type { Waiting, WaitingFile } from './use-outbox.ts'

/** Additional arguments for a kind's `send`. */
export type SendTools = {
  files: () => Promise<WaitingFile[]>
  /** Stores an upload's progress so that it can resume. */
  noteUpload: (index: number, next: Pick<Partial<WaitingFile>, 'url' | 'sent'>) => Promise<void>
  /** Reports the fraction of bytes uploaded, from 0 to 1. */
  onProgress: (share: number) => void
}

/** The strings that describe an entry in the outbox. */
export type WaitingText = {
  /** The content type: "Comment". */
  what: string
  /** The entry's recipient or place; null if that adds nothing. */
  where: string | null
  /** The text the person typed; null if there is none. */
  text: string | null
  /** The path of the page that the entry belongs to; null if there is none. */
  href: string | null
}

/** A kind of outbox entry. Payloads are JSON, and may have been stored by an earlier version of the client. */
export type WaitingKind<P> = {
  /**
   * Sends an entry with its key (`id`), and updates the screens that show it. Called again with the same key until the
   * server responds.
   * @throws ApiError
   * @throws Unsent if its files couldn't be sent
   */
  send(entry: Waiting<P>, tools: SendTools): Promise<void>
  describe(entry: Waiting<P>): WaitingText
  /**
   * Puts the content back into its form and returns the form's path; null if the form has other content. Omitted if
   * there is no form, in which case the entry is sent unchanged or discarded.
   */
  giveBack?(entry: Waiting<P>, files: readonly WaitingFile[]): Promise<string | null>
  /** Called after a reload and when entries of this kind change, to show them as if they had been sent. */
  show?(entries: readonly Waiting<P>[]): void
  /** Updates the screen after a refusal, e.g. because a post was deleted. */
  refused?(entry: Waiting<P>, code: string): void
  /** Whether requests of this kind are idempotent even without a key. */
  isRepeatable?: boolean
  /** Whether the kind's own screen confirms delivery, so the outbox shows no toast. */
  isQuiet?: boolean
}

/** Thrown if an entry couldn't be sent for any reason other than a refusal by the API. */
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

/** A kind whose payload type is unknown here. */
export type AnyKind = WaitingKind<unknown>
/** The kinds by name. Each kind's code is loaded once it has entries. */
export type Kinds = Readonly<Record<string, () => Promise<AnyKind>>>

let register: (all: Kinds) => void = () => undefined
// A screen may request a kind before the app registers them.
let kinds = new Promise<Kinds>((resolve) => {
  register = resolve
})

/** Registers the kinds. The app calls this once. */
export function setKinds(all: Kinds): void {
  register(all)
  kinds = Promise.resolve(all)
}

/** Returns an entry's kind; null if this version of the client doesn't know it. */
export async function findKind({ kind }: Pick<Waiting, 'kind'>): Promise<AnyKind | null> {
  return (await (await kinds)[kind]?.()) ?? null
}
