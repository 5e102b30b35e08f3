import type { CSSProperties, ReactNode } from 'react'

/** A grey block in the place of what is coming; size it by class or style. */
export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
  return <div className={`skeleton ${className}`} style={style} aria-hidden="true" />
}

/** Blocks with the words that say what is loading, read out to those who do not see the blocks. */
export function Loading({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div role="status">
      {children}
      <p className="mt-3 text-center text-sm text-ink-3">{label}</p>
    </div>
  )
}
