import type { Waiting, WaitingFile } from './use-outbox.ts'

/** What the sender gives a kind besides the entry. */
export type SendTools = {
  files: () => Promise<WaitingFile[]>
  /** Stores what is known of an upload, so that it goes on after a break where it was. */
  noteUpload: (index: number, next: Pick<Partial<WaitingFile>, 'url' | 'sent'>) => Promise<void>
  /** Shows the share of the files that has arrived, from 0 to 1. */
  onProgress: (share: number) => void
}

/** How the outbox shows an entry. */
export type WaitingText = {
  /** What it is: "Comment". */
  what: string
  /** To whom or what it goes; null if that says nothing more. */
  where: string | null
  /** What was typed; null without a text. */
  text: string | null
  /** The page that it is about; null without one. */
  href: string | null
}

/** A kind of entries that can wait. Payloads are JSON, and may have been stored by an earlier version of the client. */
export type WaitingKind<P> = {
  /**
   * Sends an entry under its key (`id`), and updates what screens show of it. It is asked again with the same key until
   * the server answered.
   * @throws ApiError
   * @throws Unsent if its files could not be sent
   */
  send(entry: Waiting<P>, tools: SendTools): Promise<void>
  describe(entry: Waiting<P>): WaitingText
  /**
   * Puts everything typed back into its form, and returns the path of the form; null if something else is in it. Absent:
   * there is none, and the entry is sent as it is or discarded.
   */
  giveBack?(entry: Waiting<P>, files: readonly WaitingFile[]): Promise<string | null>
  /** Called when the entries of this kind change, and after a reload, to show them as if they had been sent. */
  show?(entries: readonly Waiting<P>[]): void
  /** What a refusal changes on screen, e.g. a post that is gone. */
  refused?(entry: Waiting<P>, code: string): void
  /** Sending it twice has one effect even when the server has forgotten its key. */
  isRepeatable?: boolean
  /** Its screen shows that it arrived, and the outbox does not. */
  isQuiet?: boolean
}

/** Why something was not sent, when that is no refusal by the API. */
export class Unsent extends Error {
  readonly why: 'unreachable' | 'signed_out' | 'busy' | 'refused'
  /** After how many seconds it may be tried again. */
  readonly wait: number | null
  constructor(why: Unsent['why'], detail = '', wait: number | null = null) {
    super(detail)
    this.why = why
    this.wait = wait
  }
}

/** A kind whose payload only itself knows. */
export type AnyKind = WaitingKind<unknown>
/** The kinds by name, each loaded when something of it waits. */
export type Kinds = Readonly<Record<string, () => Promise<AnyKind>>>

let register: (all: Kinds) => void = () => undefined
// A screen may ask before the app has registered them.
let kinds = new Promise<Kinds>((resolve) => {
  register = resolve
})

/** Registers the kinds; done once, by the app. */
export const setKinds = (all: Kinds): void => {
  register(all)
  kinds = Promise.resolve(all)
}

/** The kind of an entry; null if this version of the client does not know it. */
export const kindOf = async ({ kind }: Pick<Waiting, 'kind'>): Promise<AnyKind | null> =>
  (await (await kinds)[kind]?.()) ?? null
