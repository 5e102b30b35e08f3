import { m } from '../../i18n/messages.ts'
import styles from './share-progress.module.css'

const PLIES = [1, 2, 3, 4] as const

/** A progress indicator shaped like a skateboard deck. Each required field that's filled in adds a ply. */
export function ShareProgress({ done }: { done: number }) {
  return (
    <div className={styles.root} role="img" aria-label={m.share_progress({ done })}>
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
