import { type Attempt, attemptFor, sendAttempt } from '../attempts.ts'
import {
  type Boxes,
  makeBoxes,
  type Outgoing,
  type FormDraftOptions,
  withReturned,
} from './stored-form-drafts.ts'

export type { Box, Outgoing } from './stored-form-drafts.ts'

/** Sends a request body with an idempotency key. */
export type Post<T> = (body: string, key: string) => Promise<T>

// Runs each box's work one after the other.
function makeQueues() {
  const queues = new Map<string, Promise<unknown>>()
  return {
    enqueue<T>(name: string, work: () => Promise<T>): Promise<T> {
      const turn = (queues.get(name) ?? Promise.resolve()).then(work)
      const end = turn
        .catch(() => undefined)
        .then(() => {
          if (queues.get(name) === end) queues.delete(name)
        })
      queues.set(name, end)
      return turn
    },
    /** Resolves once the boxes that match `isMeant` have finished sending. */
    settled: async (isMeant: (name: string) => boolean): Promise<void> => {
      for (;;) {
        const running = [...queues].filter(([name]) => isMeant(name))
        if (running.length === 0) return
        await Promise.all(running.map(([, end]) => end))
      }
    },
  }
}

// Sends the items of one type of form, each box's one at a time, so that they arrive in the order they were written.
function makeDeliveries<D, S extends object>(
  { giveBack, explain }: FormDraftOptions<D, S>,
  { at, change }: Pick<Boxes<D, S>, 'at' | 'change'>,
) {
  const queues = makeQueues()

  const patch = (name: string, key: string, next: Partial<Outgoing<unknown>> | null): void =>
    change(name, {
      outgoing: at(name).outgoing.flatMap((one) =>
        one.key !== key ? [one] : next ? [{ ...one, ...next }] : [],
      ),
    })

  const deliver = async <T>(name: string, key: string, post: Post<T>): Promise<T | null> => {
    const one = at(name).outgoing.find((listed) => listed.key === key)
    // The item was discarded while it was queued.
    if (!one) return null
    patch(name, key, { state: 'sending', why: null })
    try {
      const answer = await post(one.body, key)
      patch(name, key, null)
      return answer
    } catch (error) {
      if (giveBack) change(name, withReturned(at(name), one, giveBack))
      else patch(name, key, { state: 'failed', why: explain?.(error) ?? null })
      throw error
    }
  }

  const enqueue = <T>(name: string, key: string, post: Post<T>): Promise<T | null> =>
    queues.enqueue(name, () => deliver(name, key, post))

  return {
    enqueue,

    /**
     * Retries a failed item with its original idempotency key.
     * @throws whatever `post` throws
     */
    again<T>(name: string, key: string, post: Post<T>): Promise<T | null> {
      patch(name, key, { state: 'sending', why: null })
      return enqueue(name, key, post)
    },

    /** Discards an unsent item. */
    discard: (name: string, key: string): void => patch(name, key, null),
    settled: queues.settled,
  }
}

/**
 * Creates storage for one type of form's drafts, and sends them to the server while the page is open. Offline delivery
 * is in `outbox/`. Each box's name contains its owner, so that the next person to sign in on this device can't see it.
 * Drafts are stored on every keystroke, and survive closing the page and signing out until the server has them. A form
 * either sends the draft while it stays in the fields (`submit`), or clears the fields and lists the sent item as
 * unconfirmed (`send`).
 */
export function makeFormDrafts<D, S extends object = object>(options: FormDraftOptions<D, S>) {
  const { blank } = options
  const boxes = makeBoxes(options)
  const { at, change, useBox } = boxes
  const { enqueue, ...deliveries } = makeDeliveries(options, boxes)

  return {
    ...deliveries,
    at,
    useBox,

    /** Stores the draft. `attempt` is the last attempt to send this exact text, if another form made one. */
    write: (name: string, draft: D, attempt: Attempt | null = at(name).attempt): void =>
      change(name, { draft, attempt }),

    /** Clears the draft after it has been sent or discarded. */
    clear: (name: string): void => change(name, { draft: blank, attempt: null }),

    /**
     * Sends the draft while it stays in the form. Ignores further submissions until the first one finishes. `work` gets
     * a function that posts a body; equal bodies have the same idempotency key. The draft stays until `work` clears it.
     * @throws whatever `work` throws
     */
    submit: async (
      name: string,
      work: (send: <T>(body: string, post: Post<T>) => Promise<T>) => Promise<void>,
    ): Promise<void> => {
      if (at(name).isSending) return
      change(name, { isSending: true })
      try {
        await work((body, post) => {
          const { attempt: before } = at(name)
          const store = (attempt: Attempt | null) => change(name, { attempt })
          return sendAttempt({ send: post, store }, attemptFor(body, before), before)
        })
      } finally {
        change(name, { isSending: false })
      }
    },

    /**
     * Clears the draft and lists `sent` as unconfirmed until the server has it. Resolves to null if the item is
     * discarded before it is posted.
     * @throws whatever `post` throws, after the item is back in the draft or listed as failed
     */
    send<T>(name: string, sent: S, body: string, post: Post<T>): Promise<T | null> {
      const { key } = attemptFor(body, at(name).attempt)
      const one: Outgoing<S> = {
        ...sent,
        key,
        body,
        at: new Date().toISOString(),
        state: 'sending',
        why: null,
      }
      change(name, { draft: blank, attempt: null, outgoing: [...at(name).outgoing, one] })
      return enqueue(name, key, post)
    },
  }
}
