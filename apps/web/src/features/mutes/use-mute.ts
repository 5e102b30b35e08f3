import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'

/** A person by their id and the name they are shown with. */
type Named = { user_id: string; name: string }

function fail(error: unknown, text: string): void {
  toast({ kind: 'error', title: m.people_error(), description: whyNot(error, text) })
}

/** Returns functions that mute and unmute a person. Muting can be undone in the toast that confirms it. */
export function useMute(): Record<'mute' | 'unmute', (person: Named) => Promise<void>> {
  const client = useQueryClient()
  // Feeds, Discover, and notifications have to be fetched again, with or without the person.
  const refetch = () => client.invalidateQueries()

  const unmute = async ({ user_id, name }: Named) => {
    try {
      await call('DELETE /api/people/:user_id/mute', { params: { user_id } })
    } catch (error) {
      return fail(error, m.mutes_unmute_failed({ name }))
    }
    toast({ kind: 'success', title: m.mutes_undone({ name }) })
    await refetch()
  }

  const mute = async (person: Named) => {
    const { user_id, name } = person
    try {
      await call('PUT /api/people/:user_id/mute', { params: { user_id } })
    } catch (error) {
      return fail(error, m.mutes_failed({ name }))
    }
    toast({
      kind: 'success',
      title: m.mutes_done({ name }),
      description: m.mutes_done_text(),
      action: { label: m.mutes_undo(), run: () => void unmute(person) },
    })
    await refetch()
  }

  return { mute, unmute }
}
