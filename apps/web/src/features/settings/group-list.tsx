import { ChevronRight } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../lib/classes.ts'
import { AppLink } from '../../ui/index.ts'
import { type Group, GROUPS } from './settings-groups.ts'
import { SignOutButton } from './sessions/sign-out-button.tsx'
import { buildLinkId, FROM_LIST } from './use-open-group.ts'
import styles from './settings.module.css'

function GroupLink({ group }: { group: Group }) {
  const { id, label, text, Icon } = group
  return (
    <AppLink
      id={buildLinkId(group)}
      href={`/settings#${id}`}
      state={FROM_LIST}
      className={classes(styles.row, styles.link)}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <span className={styles.info}>
        {label()}
        <span className={styles.summary}>{text()}</span>
      </span>
      <ChevronRight size={20} aria-hidden="true" />
    </AppLink>
  )
}

/** The initial settings screen on phones: a link to each group, and signing out. */
export function GroupList() {
  return (
    <div className={styles.card}>
      <nav className={styles.groups} aria-label={m.settings_sections()}>
        <ul>
          {GROUPS.map((group) => (
            <li key={group.id}>
              <GroupLink group={group} />
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <SignOutButton />
      </div>
    </div>
  )
}
