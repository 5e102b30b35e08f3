import { m } from '../../i18n/messages.ts'
import { Field } from '../../ui/index.ts'

type Props = { error: string | undefined; value: string; onChange: (value: string) => void }

/** The field for the current password, required for changes that a stolen session must not make. */
export function PasswordNow({ error, value, onChange }: Props) {
  return (
    <Field
      label={m.settings_password_now()}
      type="password"
      name="password"
      autoComplete="current-password"
      placeholder={m.accounts_password_placeholder()}
      required
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
