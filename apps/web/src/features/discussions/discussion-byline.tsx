import type { Discussion } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { dayText } from '../../lib/format.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { AppLink, Avatar } from '../../ui/index.ts'
import styles from './discussions.module.css'

/** A discussion's author and time, and whether it was edited (DSC-11). */
export function Byline({ discussion }: { discussion: Discussion }) {
  const { user, created_at, edited_at } = discussion
  const name = getName(user, NAMELESS.byline)
  const date = dayText(created_at)
  return (
    <p className={styles.by}>
      <AppLink href={`/user/${user.user_id}`}>
        <Avatar person={user} size={26} />
        <span>{m.discussions_byline({ name, date })}</span>
      </AppLink>
      {edited_at !== null && (
        <time dateTime={edited_at} title={dayText(edited_at)}>
          {m.discussions_edited()}
        </time>
      )}
    </p>
  )
}

/** Formats the number of comments. */
export function countText(count: number): string {
  return m.discussions_comments_count({ count })
}
