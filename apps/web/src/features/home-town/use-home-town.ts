import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { patchQuery } from '../../lib/query-patch.ts'
import { useSession } from '../../lib/use-session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'
import { type HomeTown, readHomeTown, storeHomeTown } from '../places/index.ts'
import { profileQuery } from '../people/index.ts'

function getLabel({ name, text }: HomeTown): string {
  return text ? `${name}, ${text}` : name
}

/**
 * Returns the signed-in person's hometown: the one on this device, or else the one on the profile. The profile has
 * only the town's name, and only if the person chose to show it. `elsewhere` is the profile's town if it's a different
 * one.
 */
export function useHomeTown() {
  const client = useQueryClient()
  const user_id = useSession().user?.user_id ?? ''
  const query = profileQuery(user_id)
  const { data } = useQuery({ ...query, enabled: user_id !== '' })
  const [home, setHome] = useState(readHomeTown)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const onPage = data?.home_town ?? null
  const name = home ? getLabel(home) : onPage
  const isShown = name !== null && onPage === name
  const save = useMutation({
    scope: { id: 'home-town' },
    mutationFn: (home_town: string | null) => call('PUT /api/profile/home-town', { body: { home_town } }),
    onMutate: () => client.cancelQueries({ queryKey: query.queryKey }),
    onSuccess: (saved) => patchQuery(client, query.queryKey, () => saved),
    onError: (error) =>
      toast({
        kind: 'error',
        title: m.people_error(),
        description: whyNot(error, m.home_town_save_failed()),
      }),
    onSettled: () => setWanted(null),
  })
  return {
    name,
    shown: wanted ?? isShown,
    elsewhere: isShown || wanted ? null : onPage,
    /** Whether the profile's town has loaded. */
    isKnown: data !== undefined,
    take: (town: HomeTown | null) => {
      if (!town && isShown) save.mutate(null)
      storeHomeTown(town)
      setHome(town)
    },
    show: (on: boolean) => {
      setWanted(on)
      save.mutate(on ? name : null)
    },
  }
}
