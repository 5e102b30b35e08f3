type SendOrQueue = typeof import('./later.ts')['sendOrQueue']

let sendOrQueue: SendOrQueue | null = null

/** Registers `sendOrQueue` of `later.ts`, once it is loaded; see `app/outbox.ts`. */
export const setSendOrQueue = (loaded: SendOrQueue): void => {
  sendOrQueue = loaded
}

/**
 * `sendOrQueue` for first screens, which do not load it: if it cannot be loaded without a network, everything is sent
 * now, and fails.
 */
export const sendOrQueueLazily: SendOrQueue = async (entry, send) => {
  const loaded = sendOrQueue ?? (await import('./later.ts').catch(() => null))?.sendOrQueue
  return loaded ? loaded(entry, send) : send()
}
