import type { ButtonHTMLAttributes, ReactNode } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** What it does, for everybody who does not see the icon. */
  label: string
  /** `glass` on photos, `solid` on the map. */
  variant?: 'plain' | 'glass' | 'solid'
  /** A count in the corner: 1-9, then `9+`; nothing at 0. */
  count?: number
  children: ReactNode
}

/** A 44 px disc with an icon. */
export function IconButton({
  label,
  variant = 'plain',
  count = 0,
  className = '',
  children,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button type={type} className={`icon-btn icon-btn-${variant} ${className}`} aria-label={label} {...rest}>
      {children}
      {count > 0 && (
        <span className="count-badge" aria-hidden="true">
          {count > 9 ? '9+' : count}
        </span>
      )}
    </button>
  )
}
