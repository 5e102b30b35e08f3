import { ArrowLeft } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { AppLink, Avatar, IconButton } from '../../../ui/index.ts'
import { ThreadMenu } from './thread-menu.tsx'
import { looks } from '../../../ui/looks.ts'
import { classes } from '../../../lib/classes.ts'
import styles from './conversation.module.css'
import type { Person, Thread } from '@nollie/contract'

type BarProps = { other: Person; thread: Thread | null; onBack?: (() => void) | undefined }

/** A conversation's header: the other person and the menu. */
export function ConversationBar({ other, thread, onBack }: BarProps) {
  return (
    <header className={classes(looks.headerBar, styles.threadBar)}>
      <div className={looks.headerRow} data-back={onBack ? '' : undefined}>
        {onBack && (
          <IconButton label={m.messages_back()} onClick={onBack}>
            <ArrowLeft size={24} aria-hidden="true" />
          </IconButton>
        )}
        <h1 className={styles.threadName}>
          <AppLink href={`/user/${other.user_id}`}>
            <Avatar person={other} size={36} />
            <bdi>{getName(other)}</bdi>
          </AppLink>
        </h1>
        <span className={looks.headerGap} />
        <ThreadMenu other={other} thread={thread} />
      </div>
    </header>
  )
}
