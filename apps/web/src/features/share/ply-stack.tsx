import { m } from '../../i18n/messages.ts'

const PLIES = [1, 2, 3, 4] as const

/** The deck that is built while the form fills: each required part of a spot lays one ply. */
export function PlyStack({ done }: { done: number }) {
  return (
    <div className="ply-stack" role="img" aria-label={m.share_plies({ done })}>
      {PLIES.map((ply) => (
        <i
          key={ply}
          data-laid={ply <= done ? '' : undefined}
          style={{ '--ply': `var(--ply-${ply})` } as React.CSSProperties}
        />
      ))}
    </div>
  )
}
