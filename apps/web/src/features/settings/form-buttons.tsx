import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/index.ts'

type Props = {
  onCancel: () => void
  /** The labels of the submit button, idle and busy. */
  submit: string
  sending: string
  isSending: boolean
  variant?: 'ink' | 'danger'
}

/** The two ways out of a form that opened in its section. */
export const FormButtons = ({ onCancel, submit, sending, isSending, variant = 'ink' }: Props) => (
  <div className="settings-buttons">
    <Button disabled={isSending} onClick={onCancel}>
      {m.shell_cancel()}
    </Button>
    <Button type="submit" variant={variant} busy={isSending && sending}>
      {submit}
    </Button>
  </div>
)
