import type { ReactNode } from 'react'

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

type Props = {
  at: string
  className?: string
  /** How it reads here, e.g. `2h ago`. */
  children: ReactNode
}

/** A moment in short, with its date and time behind it. */
export function Time({ at, className, children }: Props) {
  return (
    <time className={className} dateTime={at} title={exact.format(new Date(at))}>
      {children}
    </time>
  )
}
