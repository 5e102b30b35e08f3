import {
  Bell,
  Bookmark,
  ListOrdered,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  NotebookPen,
  PencilLine,
  Share2,
  ShieldCheck,
  UserPlus,
  Users,
} from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { badgeCount } from '../../../ui/badge-count.ts'
import { AppLink } from '../../../ui/index.ts'
import { looks } from '../../../ui/looks.ts'
import styles from './own-hub.module.css'

// Screens that aren't in the main navigation.
const LINKS = [
  { href: '/saved', title: m.saved_title, Icon: Bookmark },
  { href: '/saved?tab=lists', title: m.lists_title, Icon: ListOrdered },
  { href: '/profile?tab=drafts', title: m.drafts_title, Icon: NotebookPen },
  { href: '/crews', title: m.crews_title, Icon: Users },
  { href: '/community', title: m.shell_community, Icon: MessagesSquare },
  { href: '/connect', title: m.shell_connect, Icon: UserPlus },
  { href: '/share-content', title: m.shell_share_content, Icon: PencilLine },
] as const

type LineProps = {
  Icon: LucideIcon
  title: string
  count?: number
  /** What screen readers read out instead of the title and the count. */
  label?: string
}

function Line({ Icon, title, count = 0, label }: LineProps) {
  return (
    <>
      <Icon size={22} aria-hidden="true" />
      <span aria-hidden={label ? true : undefined}>{title}</span>
      {label && <span className="sr-only">{label}</span>}
      {count > 0 && (
        <b className={looks.count} aria-hidden="true">
          {badgeCount(count)}
        </b>
      )}
    </>
  )
}

type RowProps = LineProps & { href: string; onLeave: () => void }

function LinkRow({ href, onLeave, ...line }: RowProps) {
  return (
    <li>
      <AppLink className={styles.row} href={href} onClick={onLeave}>
        <Line {...line} />
      </AppLink>
    </li>
  )
}

type Props = {
  /** The number of unread messages; null if the screen already has a link to them. */
  messages: number | null
  notifications: { count: number; label: string; preload: () => void }
  /** The number of open cases; null for people who don't moderate. */
  cases: number | null
  /** Called when someone follows a link. */
  onLeave: () => void
  onNotifications: () => void
  onShare: () => void
}

/** The hub's rows: new items first, then links to screens, then a button that shares the viewer's page. */
export function HubRows({ messages, notifications, cases, onLeave, onNotifications, onShare }: Props) {
  const describeCount = (count: number, text: (params: { count: number | string }) => string) =>
    count > 0 ? { count, label: text({ count: badgeCount(count) }) } : { count }
  return (
    <ul className={styles.rows}>
      {cases !== null && (
        <LinkRow
          href="/admin"
          Icon={ShieldCheck}
          title={m.moderation_title()}
          onLeave={onLeave}
          {...describeCount(cases, m.moderation_link_some)}
        />
      )}
      {messages !== null && (
        <LinkRow
          href="/messages"
          Icon={MessageSquare}
          title={m.messages_link()}
          onLeave={onLeave}
          {...describeCount(messages, m.messages_link_some)}
        />
      )}
      <li>
        <button
          type="button"
          className={styles.row}
          onClick={onNotifications}
          onPointerEnter={notifications.preload}
        >
          <Line
            Icon={Bell}
            title={m.notifications_bell()}
            count={notifications.count}
            label={notifications.label}
          />
        </button>
      </li>
      {LINKS.map(({ href, title, Icon }) => (
        <LinkRow key={href} {...{ href, Icon, onLeave }} title={title()} />
      ))}
      <li>
        <button type="button" className={styles.row} onClick={onShare}>
          <Line Icon={Share2} title={m.profiles_share()} />
        </button>
      </li>
    </ul>
  )
}
