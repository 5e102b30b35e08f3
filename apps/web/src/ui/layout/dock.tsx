import {
  Compass,
  House,
  type LucideIcon,
  Map as MapIcon,
  MessageSquare,
  PencilLine,
  Plus,
} from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Avatar } from '../photos/avatar.tsx'
import { AppLink } from '../link.tsx'
import { ActiveMark } from './active-mark.tsx'
import { activeItem } from './active-item.ts'
import { classes } from '../../lib/classes.ts'
import styles from './dock.module.css'

type Props = {
  /** The current path. */
  path: string
  person: React.ComponentProps<typeof Avatar>['person']
}

// The icon is null for the round button, and undefined for the person's photo.
type NavItem = { href: string; label: () => string; icon: LucideIcon | null | undefined }

const DASHBOARD: NavItem = { href: '/dashboard', label: m.shell_dashboard, icon: House }
const DISCOVER: NavItem = { href: '/feed', label: m.shell_discover, icon: Compass }
const SPOTS: NavItem = { href: '/spots', label: m.shell_spots, icon: MapIcon }
const SHARE_SPOT: NavItem = { href: '/share-spot', label: m.shell_share_spot, icon: null }
const SHARE_CONTENT: NavItem = { href: '/share-content', label: m.shell_share_content, icon: PencilLine }
const MESSAGES: NavItem = { href: '/messages', label: m.shell_messages, icon: MessageSquare }
const PROFILE: NavItem = { href: '/profile', label: m.shell_profile, icon: undefined }

// The screen for sharing content has different items (C-20).
function navItemsAt(path: string): readonly NavItem[] {
  return path === SHARE_CONTENT.href
    ? [DASHBOARD, SPOTS, SHARE_SPOT, SHARE_CONTENT, PROFILE]
    : [DASHBOARD, DISCOVER, SPOTS, SHARE_SPOT, PROFILE]
}

// The rail has an item for messages. On phones, the headers link to messages instead.
function railItemsAt(path: string): readonly NavItem[] {
  return [...navItemsAt(path).slice(0, -1), MESSAGES, PROFILE]
}

function renderIcon(icon: NavItem['icon'], person: Props['person'], size: number) {
  const Icon = icon
  if (Icon) return <Icon size={size} aria-hidden="true" />
  if (icon === undefined) return <Avatar person={person} size={28} className={styles.navFace} />
  return (
    <span className={styles.share}>
      <Plus size={26} aria-hidden="true" />
    </span>
  )
}

/** The bottom navigation on phones: a skateboard deck with the five main routes. */
export function Dock({ path, person }: Props) {
  const items = navItemsAt(path)
  const active = activeItem(items, path)
  return (
    <>
      <div className={styles.fade} aria-hidden="true" />
      <nav className={styles.root} aria-label={m.shell_main_navigation()}>
        {items.map(({ href, label, icon }, index) => (
          <AppLink
            key={href}
            href={href}
            className={styles.link}
            aria-label={label()}
            aria-current={index === active ? 'page' : undefined}
          >
            {renderIcon(icon, person, 25)}
          </AppLink>
        ))}
        <span
          className={styles.roll}
          data-still={active < 0 || items[active]?.icon === null ? '' : undefined}
          style={{ transform: `translateX(${Math.max(active, 0) * 100}%)` }}
        >
          <ActiveMark key={active} />
        </span>
      </nav>
    </>
  )
}

type RailProps = Props & {
  icon: string
  /** The number of unread messages, next to their link. */
  unread: ReactNode
}

/** The left navigation on wide screens: the skateboard deck, upright. */
export function Rail({ path, person, icon, unread }: RailProps) {
  const items = railItemsAt(path)
  const active = activeItem(items, path)
  const links = useRef<(HTMLAnchorElement | null)[]>([])
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const position = () => {
      const link = links.current[active]
      if (link) setTop(link.offsetTop + link.offsetHeight - 6)
    }
    position()
    addEventListener('resize', position)
    return () => removeEventListener('resize', position)
  }, [active])
  return (
    <nav className={styles.rail} aria-label={m.shell_main_navigation()}>
      <AppLink className={styles.railHome} href="/" aria-label={m.shell_home()}>
        <img src={icon} alt="" width="52" height="52" />
      </AppLink>
      <i className={styles.railBolts} />
      {items.map(({ href, label, icon: routeIcon }, index) => (
        <AppLink
          key={href}
          href={href}
          className={styles.railLink}
          ref={(link: HTMLAnchorElement | null) => {
            links.current[index] = link
          }}
          aria-current={index === active ? 'page' : undefined}
        >
          {renderIcon(routeIcon, person, 24)}
          <span className={styles.railLabel}>{routeIcon === null ? m.shell_share() : label()}</span>
          {href === MESSAGES.href && unread}
        </AppLink>
      ))}
      <i className={classes(styles.railBolts, styles.railBoltsLow)} />
      <span
        className={styles.railRoll}
        data-still={active < 0 || items[active]?.icon === null ? '' : undefined}
        style={{ transform: `translateY(${top}px)` }}
      >
        <ActiveMark key={active} />
      </span>
    </nav>
  )
}
