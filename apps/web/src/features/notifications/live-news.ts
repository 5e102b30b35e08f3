import type { QueryClient } from '@tanstack/react-query'
import { listen } from '../../lib/live.ts'
import { loadAgain } from '../../lib/query-patch.ts'
import { makeSoon } from '../../lib/soon.ts'
import { NEWS_KEY } from './unread.ts'

/** Several pieces of news at once are asked for once. */
const COALESCE_MS = 150
// What is for one person alone comes with every topic; this one is heard by the screens a bell stands on anyway.
const TOPIC = 'posts'

/** Keeps the counts, of messages too, and the list true while a bell is on screen; gives the undo. */
export function watchNews(client: QueryClient): () => void {
  const { soon: again, stop } = makeSoon(() => loadAgain(client, { queryKey: NEWS_KEY }), COALESCE_MS)
  const stops = [
    stop,
    listen(TOPIC, 'notification', { message: again, gap: again, begun: again }),
    listen(TOPIC, 'message', { message: again }),
    // Whoever blocks, or is blocked, takes what they did along.
    listen(TOPIC, 'person', {
      message: ({ kind }) => {
        if (kind === 'away' || kind === 'back') again()
      },
    }),
  ]
  return () => {
    for (const end of stops) end()
  }
}
