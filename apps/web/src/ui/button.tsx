import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { AppLink } from './link.tsx'
import { Spinner } from './spinner.tsx'
import { classes } from '../lib/classes.ts'
import styles from './button.module.css'

export type ButtonLook = {
  /** Use at most one `primary` (yellow) button per view. Destructive buttons are `danger`, never yellow. */
  variant?: keyof typeof VARIANT_CLASS | undefined
  size?: keyof typeof SIZE_CLASS | undefined
  wide?: boolean | undefined
  icon?: ReactNode
}

const VARIANT_CLASS = {
  primary: styles.primary,
  ink: styles.ink,
  line: styles.line,
  quiet: styles.quiet,
  plain: styles.plain,
  danger: styles.danger,
  glass: styles.glass,
}
const SIZE_CLASS = { lg: styles.lg, md: '', sm: styles.sm }

/** Returns class names that make other elements look like a button, e.g. an external link or a file field's label. */
export function buttonLook({
  variant = 'quiet',
  size = 'md',
  wide = false,
  className = '',
}: ButtonLook & { className?: string | undefined } = {}) {
  return {
    className: classes(styles.root, VARIANT_CLASS[variant], SIZE_CLASS[size], wide && styles.wide, className),
    'data-size': size,
  }
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & {
    /** The label while the action runs. The button is disabled and shows a spinner. */
    busy?: string | false | undefined
  }

/** A pill-shaped button. */
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
      {...buttonLook({ variant, size, wide, className })}
      disabled={Boolean(busy) || disabled}
      aria-busy={busy ? true : undefined}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {busy || children}
    </button>
  )
}

type LinkProps = ButtonLook & {
  href: string
  children: ReactNode
  className?: string | undefined
  /** State for the link's history entry. */
  state?: object
  replace?: boolean
}

/** A link within the site that looks like a button. */
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
      {...buttonLook({ variant, size, wide, className })}
      {...(state ? { state } : {})}
      {...(replace ? { replace } : {})}
    >
      {icon}
      {children}
    </AppLink>
  )
}
