import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { peopleKeys } from '../../lib/keys/people.ts'
import { roughly } from '../map/index.ts'
import { PeopleRows } from '../people/index.ts'
import { readKnownPosition } from './known-position.ts'
import { WelcomeStep } from './welcome-step.tsx'

const SHOWN = 3

/** Suggests three people nearby, or the ones who posted most recently. */
export function PeopleStep() {
  const [near] = useState(readKnownPosition)
  const people = useQuery({
    queryKey: peopleKeys.cards('welcome', near && roughly(near)),
    queryFn: async ({ signal }) => {
      const query = { fill: 'active' as const, ...(near ? { near: roughly(near) } : {}) }
      const { items } = await call('GET /api/people/suggestions', { query, signal })
      // The result has the same format as other card lists, so that following someone updates this list, too.
      return { pages: [{ items: items.slice(0, SHOWN), next_cursor: null }], pageParams: [undefined] }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = people.data?.pages[0]?.items
  return (
    <WelcomeStep text={m.welcome_people_text()} query={people}>
      {shown?.length === 0 && <p>{m.welcome_people_none()}</p>}
      {shown && shown.length > 0 && <PeopleRows people={shown} label={m.welcome_people()} />}
    </WelcomeStep>
  )
}
