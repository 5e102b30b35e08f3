import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useBrowserValue } from '../../../lib/use-browser-value.ts'
import { readUntil } from '../message-requests.ts'

function onVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

function isVisible() {
  return document.visibilityState === 'visible'
}

/**
 * Marks a conversation as read up to `seq`, the other person's newest message, once the message is in view and the page
 * is visible. If this fails, it is retried when new data arrives (`updated_at`).
 */
export function useReadMark(
  thread: { id: string; read_seq: number } | null,
  { seq, inSight, updated_at }: { seq: number; inSight: boolean; updated_at: number },
): void {
  const client = useQueryClient()
  const visible = useBrowserValue(onVisibility, isVisible)
  const requested = useRef(0)
  const id = thread?.id
  const isUnread = thread !== null && seq > thread.read_seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new response is another try
  useEffect(() => {
    if (id === undefined || !isUnread || !inSight || !visible || requested.current >= seq) return
    requested.current = seq
    readUntil(client, id, seq).catch(() => {
      requested.current = 0
    })
  }, [client, id, isUnread, seq, inSight, visible, updated_at])
}
