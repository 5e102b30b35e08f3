import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { ButtonLink } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { AppLink } from '../link.tsx'
import { Wordmark } from './wordmark.tsx'
import styles from './header-bar.module.css'

type Props = {
  /** The screen's name; if omitted, the wordmark is shown. Set `heading` if the screen has no other h1. */
  title?: string
  heading?: boolean
  onBack?: () => void
  /** Whether the wordmark links to the home screen, for screens without navigation. */
  home?: boolean
  /** Content on the right. */
  children?: ReactNode
  /** A second row below the bar. */
  below?: ReactNode
  /** Whether the second row scrolls away with the content. */
  loose?: boolean
}

/** The sticky bar at the top of a screen. */
export function HeaderBar({
  title,
  heading = true,
  onBack,
  home = false,
  children,
  below,
  loose = false,
}: Props) {
  const Title = heading ? 'h1' : 'p'
  return (
    <header className={styles.root} data-loose={loose ? '' : undefined}>
      <div className={styles.row} data-back={onBack ? '' : undefined}>
        {onBack && (
          <IconButton label={m.shell_back()} onClick={onBack}>
            <ArrowLeft size={24} aria-hidden="true" />
          </IconButton>
        )}
        {title && (
          <Title className={styles.title} dir="auto">
            {title}
          </Title>
        )}
        {!title && home && (
          <AppLink href="/" aria-label={m.shell_home()}>
            <Wordmark />
          </AppLink>
        )}
        {!title && !home && <Wordmark />}
        <span className={styles.gap} />
        {children}
      </div>
      {below}
    </header>
  )
}

/** A form's cancel link, on the right side of the bar. */
export function CancelLink({ href }: { href: string }) {
  return (
    <ButtonLink href={href} variant="plain" className={styles.cancel}>
      {m.shell_cancel()}
    </ButtonLink>
  )
}
