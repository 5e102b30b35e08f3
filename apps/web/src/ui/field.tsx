import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { IconButton } from './icon-button.tsx'
import { useNameOffers } from './name-offers.tsx'

type Frame = {
  label: string
  /** The error text; marks the field as invalid. */
  error?: string | undefined
  hint?: string | undefined
}

const describedBy = (id: string, { error, hint }: Omit<Frame, 'label'>) =>
  error ? `${id}-error` : hint ? `${id}-hint` : undefined

function FieldFrame({ id, label, error, hint, children }: Frame & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

type Mentioning = {
  /** Offers names after an `@`. */
  names?: boolean
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & Frame & Mentioning & { icon?: ReactNode }

/** A labelled line of text; `type="password"` gets an eye. */
export function Field({
  label,
  error,
  hint,
  icon,
  id,
  type = 'text',
  className = '',
  names = false,
  ...rest
}: FieldProps) {
  const made = useId()
  const [shown, setShown] = useState(false)
  const fieldId = id ?? made
  const secret = type === 'password'
  const offers = useNameOffers(names)
  const input = (
    <input
      id={fieldId}
      type={secret && shown ? 'text' : type}
      className={secret || icon ? className : `input ${className}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(fieldId, { error, hint })}
      onKeyDown={names ? offers.press : undefined}
      {...offers.field}
      {...rest}
    />
  )
  return (
    <FieldFrame id={fieldId} label={label} error={error} hint={hint}>
      {offers.list}
      {secret || icon ? (
        <div className="input input-slot">
          {icon}
          {input}
          {secret && (
            <IconButton
              label={shown ? m.shell_hide_password() : m.shell_show_password()}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
            </IconButton>
          )}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  )
}

/** A labelled text of several lines. */
export function Textarea({
  label,
  error,
  hint,
  id,
  className = '',
  names = false,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & Frame & Mentioning) {
  const made = useId()
  const fieldId = id ?? made
  const offers = useNameOffers(names)
  return (
    <FieldFrame id={fieldId} label={label} error={error} hint={hint}>
      <textarea
        id={fieldId}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, { error, hint })}
        onKeyDown={names ? offers.press : undefined}
        {...offers.field}
        {...rest}
      />
      {offers.list}
    </FieldFrame>
  )
}
