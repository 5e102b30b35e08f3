import type { HTMLAttributes } from 'react'
import { classes } from '../../lib/classes.ts'
import styles from './note.module.css'

type Props = HTMLAttributes<HTMLParagraphElement> & {
  /** Whether to leave space below the note. */
  spaced?: boolean
}

/** A paragraph that explains the control next to it. */
export function Note({ spaced = false, ...rest }: Props) {
  return <p className={spaced ? classes(styles.root, styles.spaced) : styles.root} {...rest} />
}
