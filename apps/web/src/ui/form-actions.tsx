import { m } from '../i18n/messages.ts'
import { Button } from './button.tsx'

type Props = {
  /** The id of the form that is sent. */
  form: string
  onCancel: () => void
  cancel?: string
  submit: string
  /** The label while the form is sent. */
  busy: string | false
  variant?: 'primary' | 'ink'
}

/** The buttons below the form of a sheet: one leaves it, one sends it. */
export function FormActions({ form, onCancel, cancel, submit, busy, variant = 'primary' }: Props) {
  return (
    <>
      <Button onClick={onCancel} disabled={busy !== false}>
        {cancel ?? m.shell_cancel()}
      </Button>
      <Button type="submit" form={form} variant={variant} busy={busy}>
        {submit}
      </Button>
    </>
  )
}
