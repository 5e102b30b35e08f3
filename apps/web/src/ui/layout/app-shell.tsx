import { useSelector } from '@tanstack/react-store'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import type { Avatar } from '../photos/avatar.tsx'
import { Dock, Rail } from './dock.tsx'
import { OfflineBanner } from '../notices/offline-banner.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import { lateContent } from '../late-content.ts'
import { Toaster } from '../toaster.tsx'
import { useMediaQuery } from '../use-media-query.ts'
import { buttonLook } from '../button.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './app-shell.module.css'

type Props = {
  path: string
  person: React.ComponentProps<typeof Avatar>['person']
  /** `dock`: dock on phones, rail on desktop. `rail`: rail only. `bare`: neither. */
  shell: 'dock' | 'rail' | 'bare'
  /** The number of unread messages, shown in the rail. */
  unread?: ReactNode
  children: ReactNode
}

/** Whether the screen is wide enough for the rail. Phones show the dock and don't load the rail's images. */
export function useWide() {
  return useMediaQuery('(width >= 1024px)')
}

/** The layout for every screen: skip link, offline banner, dock or rail, and toast. */
export function AppShell({ path, person, shell, unread, children }: Props) {
  const wide = useWide()
  return (
    <div
      className={styles.root}
      data-rail={shell === 'bare' ? undefined : ''}
      data-dock={shell === 'dock' ? '' : undefined}
      data-bare={shell === 'bare' ? '' : undefined}
    >
      <a {...buttonLook({ variant: 'ink', className: styles.skipLink })} href="#main">
        {m.shell_skip()}
      </a>
      {shell !== 'bare' && wide && <Rail path={path} person={person} icon="/icon.svg" unread={unread} />}
      <div className={styles.pageSlot}>
        <OfflineBanner />
        {useSelector(lateContent)}
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
  /** The column to the right of the content on desktop. */
  panel?: ReactNode
  /** Whether the content fills the column instead of using the feed's width. */
  wide?: boolean
  children: ReactNode
}

/** A screen with a header, the `main` region, and on desktop a side panel. */
export function Page({ header, panel, wide = false, children }: PageProps) {
  return (
    <div className={styles.page} data-panel={panel ? '' : undefined}>
      <div className={wide ? classes(styles.pageMain, styles.pageWide) : styles.pageMain}>
        {header}
        <main id="main" tabIndex={-1}>
          <PartBoundary>{children}</PartBoundary>
        </main>
      </div>
      {panel && (
        <aside className={styles.pagePanel}>
          <PartBoundary>{panel}</PartBoundary>
        </aside>
      )}
    </div>
  )
}
