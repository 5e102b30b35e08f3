import type { Reply } from '@nollie/contract'

type Likes = Pick<Reply, 'liked' | 'likes_count'>

/** How likes of comments or discussions are sent, and what follows. */
export type LikePorts = {
  send: (id: string, liked: boolean) => Promise<Likes>
  settled: (id: string, likes: Likes) => void
  refused: (id: string, error: unknown) => void
}

/**
 * The likes a person set and the server does not have yet. One request per subject at a
 * time and always with the latest state, so that quick taps end where the person stopped.
 */
export function makeLikeQueue() {
  const wantedLikes = new Map<string, boolean>()
  const sending = new Set<string>()
  const subscribers = new Set<() => void>()
  let turn = 0
  const change = (apply: () => void) => {
    apply()
    turn += 1
    for (const view of [...subscribers]) view()
  }

  const settle = async (id: string, { send, settled, refused }: LikePorts): Promise<void> => {
    sending.add(id)
    for (let wanted = wantedLikes.get(id); wanted !== undefined; wanted = wantedLikes.get(id)) {
      try {
        const likes = await send(id, wanted)
        settled(id, likes)
        if (wantedLikes.get(id) === wanted) change(() => wantedLikes.delete(id))
      } catch (error) {
        change(() => wantedLikes.delete(id))
        refused(id, error)
      }
    }
    sending.delete(id)
  }

  return {
    /** As the person sees it. */
    shown: ({ id, liked, likes_count }: Likes & { id: string }): Likes => {
      const wanted = wantedLikes.get(id)
      if (wanted === undefined || wanted === liked) return { liked, likes_count }
      return { liked: wanted, likes_count: Math.max(0, likes_count + (wanted ? 1 : -1)) }
    },
    toggle: (comment: Likes & { id: string }, ports: LikePorts): void => {
      const { id } = comment
      change(() => wantedLikes.set(id, !(wantedLikes.get(id) ?? comment.liked)))
      if (!sending.has(id)) void settle(id, ports)
    },
    subscribe: (view: () => void): (() => void) => {
      subscribers.add(view)
      return () => subscribers.delete(view)
    },
    /** Grows with every change. */
    turn: () => turn,
  }
}
