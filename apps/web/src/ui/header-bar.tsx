import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../i18n/messages.ts'
import { IconButton } from './icon-button.tsx'
import { AppLink } from './link.tsx'
import { Wordmark } from './wordmark.tsx'

type Props = {
  /** The screen's name; the wordmark when absent. Set `heading` where no other h1 is on the screen. */
  title?: string
  heading?: boolean
  onBack?: () => void
  /** The wordmark leads home: for screens without a navigation. */
  home?: boolean
  /** What stands at the right. */
  children?: ReactNode
  /** A second row under the bar. */
  below?: ReactNode
  /** The second row scrolls away with the content. */
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
    <header className="header-bar" data-loose={loose ? '' : undefined}>
      <div className="header-row" data-back={onBack ? '' : undefined}>
        {onBack && (
          <IconButton label={m.shell_back()} onClick={onBack}>
            <ArrowLeft size={24} aria-hidden="true" />
          </IconButton>
        )}
        {title && <Title className="header-title">{title}</Title>}
        {!title && home && (
          <AppLink href="/" aria-label={m.shell_home()}>
            <Wordmark />
          </AppLink>
        )}
        {!title && !home && <Wordmark />}
        <span className="header-gap" />
        {children}
      </div>
      {below}
    </header>
  )
}
