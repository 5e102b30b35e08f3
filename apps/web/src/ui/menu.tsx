import { Menu as Base } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePortalHost } from './portal-host.ts'

type Props = {
  /** What the button is called. */
  label: string
  /** The look of the button; `glass` on photos. */
  variant?: 'plain' | 'glass' | 'solid'
  /** `sm` stands in a line of text. */
  size?: 'md' | 'sm'
  icon?: ReactNode
  /** Stands open when it comes. */
  defaultOpen?: boolean
  children: ReactNode
}

/** A round button that opens a short list of actions. */
export function Menu({ label, variant = 'plain', size = 'md', icon, defaultOpen = false, children }: Props) {
  const host = usePortalHost()
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger className={`icon-btn icon-btn-${variant}`} data-size={size} aria-label={label}>
        {icon ?? <Ellipsis size={size === 'sm' ? 18 : 22} aria-hidden="true" />}
      </Base.Trigger>
      <Base.Portal container={host}>
        {/* It stays where it opened: following what is behind it, it would slip away between press and release. In a
            full-screen dialog it is placed on the screen, or it would lie as far off as the page behind is scrolled. */}
        <Base.Positioner
          className="popup-place"
          sideOffset={6}
          align="end"
          positionMethod={host ? 'fixed' : 'absolute'}
          disableAnchorTracking
        >
          <Base.Popup className="popup menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = {
  onSelect: () => void
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  children: ReactNode
}

/** One action of a {@link Menu}. */
export function MenuItem({ onSelect, icon, tone, disabled = false, children }: ItemProps) {
  return (
    <Base.Item className="menu-item" data-tone={tone} disabled={disabled} onClick={onSelect}>
      {icon}
      {children}
    </Base.Item>
  )
}
