import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { IconButton } from './icon-button.tsx'

type Frame = {
  label: string
  /** What is wrong, in words; marks the field. */
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

type FieldProps = InputHTMLAttributes<HTMLInputElement> & Frame & { icon?: ReactNode }

/** A labelled line of text; `type="password"` gets an eye. */
export function Field({ label, error, hint, icon, id, type = 'text', className = '', ...rest }: FieldProps) {
  const made = useId()
  const [shown, setShown] = useState(false)
  const fieldId = id ?? made
  const secret = type === 'password'
  const input = (
    <input
      id={fieldId}
      type={secret && shown ? 'text' : type}
      className={secret || icon ? className : `input ${className}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(fieldId, { error, hint })}
      {...rest}
    />
  )
  return (
    <FieldFrame id={fieldId} label={label} error={error} hint={hint}>
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
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & Frame) {
  const made = useId()
  const fieldId = id ?? made
  return (
    <FieldFrame id={fieldId} label={label} error={error} hint={hint}>
      <textarea
        id={fieldId}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, { error, hint })}
        {...rest}
      />
    </FieldFrame>
  )
}
