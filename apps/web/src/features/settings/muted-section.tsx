import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { listItems } from '../../lib/paging.ts'
import { useMute } from '../mutes/index.ts'
import { getListedName, type Listed, PeopleSection, PersonRow } from './people-section.tsx'
import { mutesQuery } from './settings-requests.ts'

function Muted({ person }: { person: Listed }) {
  const name = getListedName(person)
  const { unmute } = useMute()
  const remove = useMutation({ mutationFn: () => unmute({ user_id: person.user_id, name }) })
  return (
    <PersonRow
      person={person}
      label={m.mutes_unmute()}
      fullLabel={m.mutes_unmute_person({ name })}
      isBusy={remove.isPending}
      onRemove={() => remove.mutate()}
    />
  )
}

/** The people the viewer has muted, with buttons to unmute them. */
export function MutedSection() {
  const query = useInfiniteQuery(mutesQuery)
  return (
    <PeopleSection
      id="muted"
      title={m.mutes_list()}
      words={{ failed: m.mutes_list_failed(), none: m.mutes_none() }}
      query={query}
      people={listItems(query.data)}
      Item={Muted}
    />
  )
}
