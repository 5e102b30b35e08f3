import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { listItems } from '../../lib/paging.ts'
import { toast } from '../../ui/index.ts'
import { getListedName, type Listed, PeopleSection, PersonRow } from './people-section.tsx'
import { showError } from './settings-errors.ts'
import { blocksQuery } from './settings-requests.ts'

function Blocked({ person }: { person: Listed }) {
  const client = useQueryClient()
  const name = getListedName(person)
  const unblock = useMutation({
    mutationFn: () => call('DELETE /api/people/:user_id/block', { params: { user_id: person.user_id } }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: m.settings_unblocked(),
        description: m.settings_unblock_done({ name }),
      })
      // The person becomes visible again in every list.
      return client.invalidateQueries()
    },
    onError: (error) => showError(error, m.settings_unblock_failed({ name })),
  })
  return (
    <PersonRow
      person={person}
      label={m.settings_unblock()}
      fullLabel={m.settings_unblock_label({ name })}
      isBusy={unblock.isPending}
      onRemove={() => unblock.mutate()}
    />
  )
}

/** The people the viewer has blocked, with buttons to unblock them. */
export function BlockedSection() {
  const query = useInfiniteQuery(blocksQuery)
  return (
    <PeopleSection
      id="blocked"
      title={m.settings_blocked()}
      words={{ failed: m.settings_blocked_failed(), none: m.settings_blocked_none() }}
      query={query}
      people={listItems(query.data)}
      Item={Blocked}
    />
  )
}
