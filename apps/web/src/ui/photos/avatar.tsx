import { useState } from 'react'
import { getInitials } from '../../lib/text/person-name.ts'
import { classes } from '../../lib/classes.ts'
import styles from './avatar.module.css'

type Props = {
  person: { full_name?: string | null; username?: string | null; avatar_url?: string | null } | null
  size?: number
  className?: string | undefined
}

/** A person's photo or initials. Decorative, because the name is next to it or in the label of its parent. */
export function Avatar({ person, size = 40, className = '' }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const url = person?.avatar_url
  const isShown = url && url !== broken
  return (
    <span
      className={classes(styles.root, className)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      aria-hidden="true"
      data-initials={isShown ? undefined : getInitials(person)}
    >
      {isShown && (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
        />
      )}
    </span>
  )
}
