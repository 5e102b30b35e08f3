import { m } from '../i18n/messages.ts'
import { Button } from './button.tsx'

type Props = {
  /** What was changed. */
  heading: string
  /** What it says by now. */
  theirs: { title: string; content: string | null }
  /** Leaves what was typed for it. */
  onTake: () => void
}

/** What a text says by now, where it was changed meanwhile: on another device, for only its author can. */
export function StaleNotice({ heading, theirs: { title, content }, onTake }: Props) {
  return (
    <section className="stale-notice" role="alert">
      <h3>{heading}</h3>
      <p>{m.shell_stale_text()}</p>
      <blockquote>
        <b>{title}</b>
        {content && <p>{content}</p>}
      </blockquote>
      <Button variant="line" size="sm" onClick={onTake}>
        {m.shell_stale_take()}
      </Button>
    </section>
  )
}
