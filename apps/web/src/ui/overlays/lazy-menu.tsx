import { Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { showPartFailed } from '../lazy-part.tsx'

type Props = {
  /** The button's label. */
  label: string
  /** The `Menu` variant. */
  variant?: 'plain' | 'glass' | 'text'
  /** Preloads the menu's code when it's about to be opened. */
  load: () => Promise<unknown>
  /** The lazily loaded menu, with `defaultOpen`. */
  children: ReactNode
}

/** A menu button that loads its menu when first opened, because the menu and its dialogs are large. */
export function LazyMenu({ label, variant = 'plain', load, children }: Props) {
  const [wanted, setWanted] = useState(false)
  const opens = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void load().then(() => setWanted(true), showPartFailed),
    onPointerEnter: () => void load().catch(() => undefined),
  } as const
  const button =
    variant === 'text' ? (
      <Button variant="line" size="sm" {...opens}>
        {label}
      </Button>
    ) : (
      <IconButton label={label} variant={variant} {...opens}>
        <Ellipsis size={22} aria-hidden="true" />
      </IconButton>
    )
  return wanted ? <Suspense fallback={button}>{children}</Suspense> : button
}
