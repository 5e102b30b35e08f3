import type { PersonCard } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { AppLink, Avatar } from '../../ui/index.ts'
import { FollowButton } from './follow-button.tsx'
import './people.css'

const mutualText = (count: number) =>
  count === 1 ? m.people_mutual_friends_one() : m.people_mutual_friends({ count })

/** A person in a list: the card leads to their page, beside it they are followed. */
export function PersonRow({ person, reason }: { person: PersonCard; reason?: string | undefined }) {
  const { mutual_count, bio } = person
  const meta = mutual_count > 0 ? mutualText(mutual_count) : reason
  return (
    <div className="people-card">
      <AppLink className="people-card-link" href={`/user/${person.user_id}`}>
        <Avatar person={person} size={48} />
        <span className="people-card-text">
          <b>
            <bdi>{nameOf(person, NAMELESS.card)}</bdi>
          </b>
          <small>@{person.username}</small>
          {bio && <span className="people-card-bio">{bio}</span>}
          {meta && <small className="people-card-mutual">{meta}</small>}
        </span>
      </AppLink>
      <FollowButton person={person} />
    </div>
  )
}

/** People one under the other; what is far from view costs nothing. */
export function PeopleRows({
  people,
  label,
  reasonOf,
}: {
  people: readonly PersonCard[]
  label: string
  reasonOf?: ((person: PersonCard) => string | undefined) | undefined
}) {
  return (
    <ul className="people-rows" aria-label={label}>
      {people.map((person) => (
        <li key={person.user_id}>
          <PersonRow person={person} reason={reasonOf?.(person)} />
        </li>
      ))}
    </ul>
  )
}
