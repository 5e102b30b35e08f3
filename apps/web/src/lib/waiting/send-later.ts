type SendOrQueue = typeof import('./later.ts')['sendOrQueue']

let sendOrQueue: SendOrQueue | null = null

/** Registers `sendOrQueue` of `later.ts`, once it is loaded; see `app/outbox.tsx`. */
export const setSendOrQueue = (loaded: SendOrQueue): void => {
  sendOrQueue = loaded
}

/** `sendOrQueue` for first screens, which do not load it: until it is loaded, everything is sent now. */
export const sendOrQueueLazily: SendOrQueue = async (entry, send) =>
  sendOrQueue ? sendOrQueue(entry, send) : send()
