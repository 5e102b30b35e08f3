import { m } from '../../i18n/messages.ts'
import styles from './share-progress.module.css'

const PLIES = [1, 2, 3, 4] as const

/** A deck as a progress indicator: each required part of the spot that is filled in adds one ply. */
export function ShareProgress({ done }: { done: number }) {
  return (
    <div className={styles.root} role="img" aria-label={m.share_plies({ done })}>
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
