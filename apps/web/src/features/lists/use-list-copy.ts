import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/toast.ts'
import { copyList } from './list-requests.ts'

/** Returns a function that copies a list once per click and opens the copy. */
export function useListCopy(listKey: string): () => Promise<void> {
  const client = useQueryClient()
  const running = useRef(false)
  return async () => {
    if (running.current) return
    running.current = true
    try {
      const { id } = await copyList(client, listKey, crypto.randomUUID())
      go(`/lists/${id}`)
      toast({ kind: 'success', title: m.lists_copied() })
    } catch (error) {
      toast({ kind: 'error', title: m.lists_copy_failed(), description: whyNot(error, m.lists_try_again()) })
    } finally {
      running.current = false
    }
  }
}
