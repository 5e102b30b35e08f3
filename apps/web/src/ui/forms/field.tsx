import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../icon-button.tsx'
import { submitWithButton } from './form.tsx'
import { isComposing } from './is-composing.ts'
import { useMentionSuggestions } from './mention-suggestions.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './field.module.css'

type Frame = {
  label: string
  /** The error message, which also marks the field as invalid. */
  error?: string | undefined
  hint?: string | undefined
}

function describedBy(id: string, { error, hint }: Omit<Frame, 'label'>) {
  return error ? `${id}-error` : hint ? `${id}-hint` : undefined
}

function FieldFrame({ id, label, error, hint, children }: Frame & { id: string; children: ReactNode }) {
  return (
    <div className={styles.root}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p className={styles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

type Mentioning = {
  /** Whether typing `@` suggests names. */
  names?: boolean
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  Frame &
  Mentioning & {
    icon?: ReactNode
    /** Whether Enter only confirms this field instead of submitting its form. If it's a function, Enter calls it. */
    confirms?: boolean | (() => void)
  }

// Closes the touch keyboard, whose Enter key is labeled "done".
function confirmOnEnter(event: KeyboardEvent<HTMLInputElement>, confirms: true | (() => void)) {
  if (event.key !== 'Enter' || isComposing(event)) return
  event.preventDefault()
  if (matchMedia('(pointer: coarse)').matches) event.currentTarget.blur()
  if (confirms !== true) confirms()
}

/** A single-line field with a label. `type="password"` adds a button that shows the password. */
export function Field({
  label,
  error,
  hint,
  icon,
  id,
  type = 'text',
  className = '',
  names = false,
  confirms = false,
  ...rest
}: FieldProps) {
  const made = useId()
  const [shown, setShown] = useState(false)
  const fieldId = id ?? made
  const secret = type === 'password'
  const suggestions = useMentionSuggestions(names)
  const input = (
    <input
      id={fieldId}
      type={secret && shown ? 'text' : type}
      className={secret || icon ? className : classes(styles.input, className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(fieldId, { error, hint })}
      enterKeyHint={confirms ? 'done' : undefined}
      onKeyDown={(event) => {
        const { form } = event.currentTarget
        if (names && suggestions.press(event, () => submitWithButton(form))) return
        if (confirms) confirmOnEnter(event, confirms)
      }}
      {...suggestions.field}
      {...rest}
    />
  )
  return (
    <FieldFrame id={fieldId} label={label} error={error} hint={hint}>
      {suggestions.list}
      {secret || icon ? (
        <div className={classes(styles.input, styles.inputSlot)}>
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

/** A multi-line field with a label. */
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
  const suggestions = useMentionSuggestions(names)
  return (
    <FieldFrame id={fieldId} label={label} error={error} hint={hint}>
      <textarea
        id={fieldId}
        className={classes(styles.input, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, { error, hint })}
        onKeyDown={names ? suggestions.press : undefined}
        {...suggestions.field}
        {...rest}
      />
      {suggestions.list}
    </FieldFrame>
  )
}
