import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'

/** Everything that was saved, in the cache. */
export const SAVED_KEY = ['saved'] as const

type Props = {
  saved: boolean
  /** Sends the change to the server. */
  send: (saved: boolean) => Promise<unknown>
  /** The server has it. */
  onSaved: (saved: boolean) => void
  variant?: 'plain' | 'glass'
}

/** Saves a post or a spot for later, or does so no more; shows at once what was pressed. */
export function SaveButton({ saved, send, onSaved, variant = 'plain' }: Props) {
  const client = useQueryClient()
  // Lists that are not live show what was loaded: until the next answer, the last change counts.
  const [known, setKnown] = useState<boolean | null>(null)
  useEffect(() => setKnown(null), [saved])
  const change = useMutation({
    mutationFn: send,
    onSuccess: (_, wanted) => {
      setKnown(wanted)
      onSaved(wanted)
      void client.invalidateQueries({ queryKey: SAVED_KEY, refetchType: 'none' })
    },
    onError: (_, wanted) =>
      toast({
        kind: 'error',
        title: m.posts_error(),
        description: wanted ? m.posts_save_failed() : m.posts_unsave_failed(),
      }),
  })
  const settled = known ?? saved
  const shown = change.isPending ? change.variables : settled
  return (
    <IconButton
      label={m.posts_save()}
      variant={variant}
      aria-pressed={shown}
      onClick={() => change.isPending || change.mutate(!settled)}
    >
      <Bookmark size={23} fill={shown ? 'currentColor' : 'none'} aria-hidden="true" />
    </IconButton>
  )
}
