import type { Reply } from '@nollie/contract'
import { createAtom, type ReadonlyAtom } from '@tanstack/react-store'

type Likes = Pick<Reply, 'liked' | 'likes_count'>

/** Callbacks that send likes on comments or discussions and receive the results. */
export type LikePorts = {
  /** Sends a like. Resolves to null if the like was queued in the outbox, which then displays it. */
  send: (id: string, liked: boolean) => Promise<Likes | null>
  /** The outbox kind for these likes. */
  kind: string
  settled: (id: string, likes: Likes) => void
  refused: (id: string, error: unknown) => void
}

/**
 * Tracks likes that the person changed but the server hasn't confirmed. Sends one request at a time per target, always
 * with the latest state, so the last of several quick taps wins.
 */
export function makeOptimisticLikes() {
  const wanted = createAtom<ReadonlyMap<string, boolean>>(new Map())
  const sending = new Set<string>()
  const want = (id: string, liked: boolean) => wanted.set((all) => new Map(all).set(id, liked))
  const drop = (id: string) => wanted.set((all) => new Map([...all].filter(([other]) => other !== id)))

  const settle = async (id: string, { send, settled, refused }: LikePorts): Promise<void> => {
    sending.add(id)
    for (let liked = wanted.get().get(id); liked !== undefined; liked = wanted.get().get(id)) {
      try {
        const likes = await send(id, liked)
        if (likes) settled(id, likes)
        if (wanted.get().get(id) === liked) drop(id)
      } catch (error) {
        drop(id)
        refused(id, error)
      }
    }
    sending.delete(id)
  }

  return {
    /** Returns a target's likes, including any unconfirmed change. */
    shown: ({ id, liked, likes_count }: Likes & { id: string }): Likes => {
      const mine = wanted.get().get(id)
      if (mine === undefined || mine === liked) return { liked, likes_count }
      return { liked: mine, likes_count: Math.max(0, likes_count + (mine ? 1 : -1)) }
    },
    toggle: (comment: Likes & { id: string }, ports: LikePorts): void => {
      const { id } = comment
      want(id, !(wanted.get().get(id) ?? comment.liked))
      if (!sending.has(id)) void settle(id, ports)
    },
    /** Unconfirmed like states by target ID. */
    wanted: wanted as ReadonlyAtom<ReadonlyMap<string, boolean>>,
  }
}
