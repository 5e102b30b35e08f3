import type { PersonCard } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { AppLink, Avatar } from '../../ui/index.ts'
import { FollowButton } from './follow-button.tsx'
import styles from './people.module.css'

/** A person in a list. The card links to their page and has a follow button beside it. */
export function PersonRow({ person, reason }: { person: PersonCard; reason?: string | undefined }) {
  const { mutual_count, bio } = person
  const meta = mutual_count > 0 ? m.people_mutual_friends({ count: mutual_count }) : reason
  return (
    <div className={styles.card}>
      <AppLink className={styles.cardLink} href={`/user/${person.user_id}`}>
        <Avatar person={person} size={48} />
        <span className={styles.cardText}>
          <b>
            <bdi>{getName(person, NAMELESS.card)}</bdi>
          </b>
          <small>@{person.username}</small>
          {bio && (
            <span className={styles.cardBio} dir="auto">
              {bio}
            </span>
          )}
          {meta && <small className={styles.cardMutual}>{meta}</small>}
        </span>
      </AppLink>
      <FollowButton person={person} />
    </div>
  )
}

/** A list of people. Only rows near the viewport are rendered. */
export function PeopleRows({
  people,
  label,
  getReason,
}: {
  people: readonly PersonCard[]
  label: string
  getReason?: ((person: PersonCard) => string | undefined) | undefined
}) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {people.map((person) => (
        <li key={person.user_id}>
          <PersonRow person={person} reason={getReason?.(person)} />
        </li>
      ))}
    </ul>
  )
}
