import type { Profile } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { AppLink, Avatar } from '../../ui/index.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** People the viewer follows who follow this person, too: how many, and the first ones by name (PROF-12, G-17). */
export function MutualPeople({ user_id, mutual }: Pick<Profile, 'user_id' | 'mutual'>) {
  const { count, people } = mutual
  if (count === 0) return null
  const shown = people.slice(0, 3)
  const names = shown.map((person) => nameOf(person))
  const more = count - shown.length
  return (
    <AppLink className="person-mutual" href={`/user/${user_id}/followers`}>
      <span className="person-faces">
        {shown.map((person) => (
          <Avatar key={person.user_id} person={person} size={30} />
        ))}
      </span>
      <span>
        <b>{count === 1 ? m.people_mutual_one() : m.people_mutual({ count })}</b>
        <small>
          {more > 0
            ? m.people_mutual_more({ names: names.join(', '), count: more })
            : m.people_mutual_names({ names: list.format(names) })}
        </small>
      </span>
    </AppLink>
  )
}
