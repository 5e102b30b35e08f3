import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { readUntil } from './message-requests.ts'

const onVisibility = (view: () => void) => {
  document.addEventListener('visibilitychange', view)
  return () => document.removeEventListener('visibilitychange', view)
}
const isVisible = () => document.visibilityState === 'visible'

/**
 * Marks a conversation as read up to `seq`, the newest message of the other, once it is in sight on a page that is
 * looked at. A mark that fails is tried again with the next answer (`updated_at`).
 */
export function useReadMark(
  thread: { id: string; read_seq: number } | null,
  { seq, inSight, updated_at }: { seq: number; inSight: boolean; updated_at: number },
): void {
  const client = useQueryClient()
  const visible = useSyncExternalStore(onVisibility, isVisible)
  const requested = useRef(0)
  const id = thread?.id
  const isUnread = thread !== null && seq > thread.read_seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is another try
  useEffect(() => {
    if (id === undefined || !isUnread || !inSight || !visible || requested.current >= seq) return
    requested.current = seq
    readUntil(client, id, seq).catch(() => {
      requested.current = 0
    })
  }, [client, id, isUnread, seq, inSight, visible, updated_at])
}
