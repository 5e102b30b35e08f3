import type { Notification } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readUntil } from './notification-requests.ts'
import { unreadQuery } from './unread-requests.ts'

type Line = Pick<Notification, 'id' | 'created_at' | 'read_at'>

/**
 * Marks rows as read once they are on screen. Rows that were unread look new until the dialog closes. If marking fails,
 * it is retried when new data arrives (`updated_at`). The returned function says whether a row was unread.
 */
export function useReadMarks(lines: readonly Line[], updated_at: number): (id: string) => boolean {
  const client = useQueryClient()
  const [fresh] = useState(() => new Set<string>())
  for (const { id, read_at } of lines) if (read_at === null) fresh.add(id)

  const newest = lines[0]?.created_at
  const hasUnread = lines.some(({ read_at }) => read_at === null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new response is another try
  useEffect(() => {
    // There may be more unread rows after the ones that have loaded.
    const isUnread = hasUnread || (client.getQueryData(unreadQuery.queryKey) ?? 0) > 0
    if (newest !== undefined && isUnread) readUntil(client, newest).catch(() => undefined)
  }, [client, newest, hasUnread, updated_at])
  return (id) => fresh.has(id)
}
