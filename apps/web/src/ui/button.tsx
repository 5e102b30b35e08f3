import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { AppLink } from './link.tsx'
import { Spinner } from './spinner.tsx'

type Look = {
  /** One `primary` (yellow) per view; destructive is `danger`, never yellow. */
  variant?: 'primary' | 'ink' | 'line' | 'quiet' | 'plain' | 'danger' | 'glass'
  size?: 'lg' | 'md' | 'sm'
  wide?: boolean
  icon?: ReactNode
}

const classes = ({ variant = 'quiet', size = 'md', wide = false }: Look, more = '') =>
  ['btn', `btn-${variant}`, size === 'md' ? '' : `btn-${size}`, wide ? 'btn-wide' : '', more]
    .filter(Boolean)
    .join(' ')

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** The label while the work runs; the button is disabled and shows its spinner. */
    busy?: string | false | undefined
  }

/** A pill that does something. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy,
  className,
  children,
  type = 'button',
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classes({ variant, size, wide } as Look, className)}
      disabled={Boolean(busy) || disabled}
      aria-busy={busy ? true : undefined}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {busy || children}
    </button>
  )
}

type LinkProps = Look & {
  href: string
  children: ReactNode
  className?: string
  /** The state of the history entry a link makes. */
  state?: object
  replace?: boolean
}

/** A pill that leads somewhere within the site. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  href,
  className,
  children,
  state,
  replace,
}: LinkProps) {
  return (
    <AppLink
      href={href}
      className={classes({ variant, size, wide } as Look, className)}
      {...(state ? { state } : {})}
      {...(replace ? { replace } : {})}
    >
      {icon}
      {children}
    </AppLink>
  )
}
