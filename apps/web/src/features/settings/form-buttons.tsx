import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/index.ts'
import styles from './settings.module.css'

type Props = {
  onCancel: () => void
  /** The submit button's labels, while idle and while busy. */
  submit: string
  sending: string
  isSending: boolean
  variant?: 'ink' | 'danger'
}

/** The submit and cancel buttons for a form inside a section. */
export function FormButtons({ onCancel, submit, sending, isSending, variant = 'ink' }: Props) {
  return (
    <div className={styles.buttons}>
      <Button disabled={isSending} onClick={onCancel}>
        {m.shell_cancel()}
      </Button>
      <Button type="submit" variant={variant} busy={isSending && sending}>
        {submit}
      </Button>
    </div>
  )
}
