import { m } from '../../i18n/messages.ts'
import { Button } from '../button.tsx'
import styles from './stale-notice.module.css'

type Props = {
  /** The notice's heading. */
  heading: string
  /** The newer text. */
  theirs: { title: string; content: string | null }
  /** Replaces the typed text with the newer text. */
  onTake: () => void
}

/** Shows the newer text if its author changed it on another device in the meantime. */
export function StaleNotice({ heading, theirs: { title, content }, onTake }: Props) {
  return (
    <section className={styles.root} role="alert">
      <h3>{heading}</h3>
      <p>{m.shell_stale_text()}</p>
      <blockquote>
        <b>{title}</b>
        {content && <p>{content}</p>}
      </blockquote>
      <Button variant="line" size="sm" onClick={onTake}>
        {m.shell_stale_use_other()}
      </Button>
    </section>
  )
}
