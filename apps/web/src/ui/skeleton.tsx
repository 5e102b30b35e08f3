import type { CSSProperties, ReactNode } from 'react'

/** A grey block in place of content that loads; sized by class or style. */
export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
  return <div className={`skeleton ${className}`} style={style} aria-hidden="true" />
}

/** Blocks with a text for screen readers: what is loading. */
export function Loading({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div role="status">
      {children}
      <p className="mt-3 text-center text-sm text-ink-3">{label}</p>
    </div>
  )
}
