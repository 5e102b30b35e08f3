import type { Profile } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { listText } from '../../lib/format.ts'
import { isolateText } from '../../lib/text/isolate-text.ts'
import { getName } from '../../lib/text/person-name.ts'
import { AppLink, Avatar } from '../../ui/index.ts'
import styles from './profiles.module.css'

/** The number of mutual friends and the first few names (PROF-12, G-17). */
export function MutualPeople({ user_id, mutual }: Pick<Profile, 'user_id' | 'mutual'>) {
  const { count, people } = mutual
  if (count === 0) return null
  const shown = people.slice(0, 3)
  const names = shown.map((person) => isolateText(getName(person)))
  const more = count - shown.length
  return (
    <AppLink className={styles.mutual} href={`/user/${user_id}/followers`}>
      <span className={styles.faces}>
        {shown.map((person) => (
          <Avatar key={person.user_id} person={person} size={30} />
        ))}
      </span>
      <span>
        <b>{m.profiles_mutual({ count })}</b>
        <small>
          {more > 0
            ? m.profiles_mutual_more({ names: names.join(', '), count: more })
            : m.profiles_mutual_names({ names: listText(names) })}
        </small>
      </span>
    </AppLink>
  )
}
