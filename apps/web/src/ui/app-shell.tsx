import type { ReactNode } from 'react'
import { m } from '../i18n/messages.ts'
import type { Avatar } from './avatar.tsx'
import { Dock, Rail } from './dock.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { Toaster } from './toaster.tsx'
import { useMedia } from './use-media.ts'

type Props = {
  path: string
  person: React.ComponentProps<typeof Avatar>['person']
  /** `dock`: dock on phones, rail on desktop. `rail`: only the rail. `bare`: neither. */
  shell: 'dock' | 'rail' | 'bare'
  /** How many messages are unread; stands in the rail. */
  unread?: ReactNode
  children: ReactNode
}

/**
 * Whether the screen is a desktop's. The dock's code is not loaded before the first screen, and phones load no rail
 * picture.
 */
export const useWide = () => useMedia('(width >= 1024px)')

/** What stands around every screen: skip link, offline notice, dock or rail, toast. */
export function AppShell({ path, person, shell, unread, children }: Props) {
  const wide = useWide()
  return (
    <div
      className="app-shell"
      data-rail={shell === 'bare' ? undefined : ''}
      data-dock={shell === 'dock' ? '' : undefined}
      data-bare={shell === 'bare' ? '' : undefined}
    >
      <a className="btn btn-ink skip-link" href="#main">
        {m.shell_skip()}
      </a>
      {shell !== 'bare' && wide && <Rail path={path} person={person} icon="/icon.svg" unread={unread} />}
      <div className="page-slot">
        <OfflineBanner />
        {children}
      </div>
      {shell === 'dock' && !wide && <Dock path={path} person={person} />}
      <Toaster />
    </div>
  )
}

type PageProps = {
  /** The bar at the top; see `HeaderBar`. */
  header?: ReactNode
  /** The column at the right of desktop screens. */
  panel?: ReactNode
  /** Content as wide as the column, instead of the feed's width. */
  wide?: boolean
  children: ReactNode
}

/** One screen: header, the `main` region, and on desktop the panel beside it. */
export function Page({ header, panel, wide = false, children }: PageProps) {
  return (
    <div className="page" data-panel={panel ? '' : undefined}>
      <div className={wide ? 'page-main page-wide' : 'page-main'}>
        {header}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      {panel && <aside className="page-panel">{panel}</aside>}
    </div>
  )
}
