import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import { savedKeys } from '../../lib/keys/saved.ts'

type Props = {
  saved: boolean
  /** Sends the change to the server. */
  send: (saved: boolean) => Promise<unknown>
  /** Called once the server has confirmed the change. */
  onSaved: (saved: boolean) => void
}

/** Saves or unsaves a post or spot with an optimistic update. */
export function SaveButton({ saved, send, onSaved }: Props) {
  const client = useQueryClient()
  // Lists without live updates show the data they loaded, so the last change wins until the next response.
  const [known, setKnown] = useState<boolean | null>(null)
  useEffect(() => setKnown(null), [saved])
  const change = useMutation({
    mutationFn: send,
    onSuccess: (_, wanted) => {
      setKnown(wanted)
      onSaved(wanted)
      void client.invalidateQueries({ queryKey: savedKeys.all, refetchType: 'none' })
    },
    onError: (_, wanted) =>
      toast({
        kind: 'error',
        title: m.posts_error(),
        description: wanted ? m.saved_save_failed() : m.saved_unsave_failed(),
      }),
  })
  const settled = known ?? saved
  const shown = change.isPending ? change.variables : settled
  return (
    <IconButton
      label={m.saved_save()}
      aria-pressed={shown}
      onClick={() => change.isPending || change.mutate(!settled)}
    >
      <Bookmark size={23} fill={shown ? 'currentColor' : 'none'} aria-hidden="true" />
    </IconButton>
  )
}
