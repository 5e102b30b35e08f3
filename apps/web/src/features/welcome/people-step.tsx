import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { roughly } from '../map/map-spots.ts'
import { PeopleRows } from '../people/index.ts'
import { nearWhat } from './here.ts'
import { Step } from './step.tsx'

const SHOWN = 3

/** Three people near, or who post most of late. */
export function PeopleStep() {
  const [near] = useState(nearWhat)
  const people = useQuery({
    queryKey: ['people', 'cards', 'welcome', near && roughly(near)],
    queryFn: async ({ signal }) => {
      const query = { fill: 'active' as const, ...(near ? { near: roughly(near) } : {}) }
      const { items } = await call('GET /api/people/suggestions', { query, signal })
      // As the other lists of cards are loaded, so that following changes this one, too.
      return { pages: [{ items: items.slice(0, SHOWN), next_cursor: null }], pageParams: [undefined] }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = people.data?.pages[0]?.items
  return (
    <Step text={m.welcome_people_text()} query={people}>
      {shown?.length === 0 && <p>{m.welcome_people_none()}</p>}
      {shown && shown.length > 0 && <PeopleRows people={shown} label={m.welcome_people()} />}
    </Step>
  )
}
