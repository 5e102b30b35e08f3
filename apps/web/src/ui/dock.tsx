import { Compass, House, Map as MapIcon, Plus } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { Avatar } from './avatar.tsx'
import { AppLink } from './link.tsx'
import { Roll } from './roll.tsx'

type Props = {
  /** The path on screen. */
  path: string
  person: React.ComponentProps<typeof Avatar>['person']
}

const ROUTES = [
  { href: '/dashboard', label: m.shell_dashboard, icon: House },
  { href: '/feed', label: m.shell_feed, icon: Compass },
  { href: '/spots', label: m.shell_spots, icon: MapIcon },
  { href: '/share-spot', label: m.shell_share_spot, icon: null },
  { href: '/profile', label: m.shell_profile, icon: undefined },
] as const

const indexOfPath = (path: string) =>
  ROUTES.findIndex(({ href }) => path === href || path.startsWith(`${href}/`))

const iconOf = (icon: (typeof ROUTES)[number]['icon'], person: Props['person'], size: number) => {
  const Icon = icon
  if (Icon) return <Icon size={size} aria-hidden="true" />
  if (icon === undefined) return <Avatar person={person} size={28} />
  return (
    <span className="dock-share">
      <Plus size={26} aria-hidden="true" />
    </span>
  )
}

/** The bottom navigation of phones: a deck with the five main routes. */
export function Dock({ path, person }: Props) {
  const active = indexOfPath(path)
  return (
    <>
      <div className="dock-fade" aria-hidden="true" />
      <nav className="dock" aria-label={m.shell_main_navigation()}>
        {ROUTES.map(({ href, label, icon }, index) => (
          <AppLink
            key={href}
            href={href}
            className="dock-link"
            aria-label={label()}
            aria-current={index === active ? 'page' : undefined}
          >
            {iconOf(icon, person, 25)}
          </AppLink>
        ))}
        <span
          className="dock-roll"
          data-still={active < 0 || ROUTES[active]?.icon === null ? '' : undefined}
          style={{ transform: `translateX(${Math.max(active, 0) * 100}%)` }}
        >
          <Roll key={active} />
        </span>
      </nav>
    </>
  )
}

/** The same deck standing up at the left of wide screens. */
export function Rail({ path, person, icon }: Props & { icon: string }) {
  const active = indexOfPath(path)
  const links = useRef<(HTMLAnchorElement | null)[]>([])
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const place = () => {
      const link = links.current[active]
      if (link) setTop(link.offsetTop + link.offsetHeight - 6)
    }
    place()
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [active])
  return (
    <nav className="rail" aria-label={m.shell_main_navigation()}>
      <AppLink className="rail-home" href="/" aria-label={m.shell_home()}>
        <img src={icon} alt="" width="52" height="52" />
      </AppLink>
      <i className="rail-bolts" />
      {ROUTES.map(({ href, label, icon: routeIcon }, index) => (
        <AppLink
          key={href}
          href={href}
          className="rail-link"
          ref={(link: HTMLAnchorElement | null) => {
            links.current[index] = link
          }}
          aria-current={index === active ? 'page' : undefined}
        >
          {iconOf(routeIcon, person, 24)}
          <span>{routeIcon === null ? m.shell_share() : label()}</span>
        </AppLink>
      ))}
      <i className="rail-bolts rail-bolts-low" />
      <span
        className="rail-roll"
        data-still={active < 0 || ROUTES[active]?.icon === null ? '' : undefined}
        style={{ transform: `translateY(${top}px)` }}
      >
        <Roll key={active} />
      </span>
    </nav>
  )
}
