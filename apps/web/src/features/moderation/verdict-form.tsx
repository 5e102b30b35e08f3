import { LIMITS } from '@nollie/contract/limits'
import { Fragment, type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { Button, Textarea } from '../../ui/index.ts'

/** One of several ways to decide. */
export type Choice<V extends string> = {
  value: V
  name: string
  text: string
  /** What else is asked once it is chosen. */
  more?: ReactNode
}

type Props<V extends string> = {
  /** What is filled in stays under this name on this device until it is sent. */
  storageKey: string
  title: string
  choices: readonly Choice<V>[]
  missing: string
  hint: string
  send: string
  sending: string
  /** Gives whether it is done. */
  onSend: (value: V, reason: string) => Promise<boolean>
}

const readValues = <V extends string>(stored: unknown, choices: readonly Choice<V>[]) => {
  const { value, reason } = (stored ?? {}) as { value?: unknown; reason?: unknown }
  return {
    value: choices.find((choice) => choice.value === value)?.value ?? null,
    reason: typeof reason === 'string' ? reason : '',
  }
}

/** Chooses one of several, and says why. */
export function VerdictForm<V extends string>(props: Props<V>) {
  const { storageKey, title, choices, missing, hint, send, sending, onSend } = props
  const id = useId()
  const [values, setValues] = useState(() => readValues(readStored(storageKey), choices))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const change = (next: Partial<typeof values>) => {
    const whole = { ...values, ...next }
    setValues(whole)
    writeStored(storageKey, whole)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const reason = values.reason.trim()
    if (running.current) return
    if (!values.value || !reason) return setTried(true)
    running.current = true
    setBusy(true)
    const done = await onSend(values.value, reason)
    if (done) writeStored(storageKey, null)
    running.current = false
    setBusy(false)
  }
  return (
    <form className="mod-decide" noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      <fieldset aria-describedby={tried && !values.value ? `${id}-error` : undefined}>
        <legend className="mod-title">{title}</legend>
        {choices.map(({ value, name, text, more }) => (
          <Fragment key={value}>
            <label className="mod-choice">
              <input
                type="radio"
                name={id}
                value={value}
                checked={values.value === value}
                onChange={() => change({ value })}
              />
              <b>{name}</b>
              <small>{text}</small>
            </label>
            {values.value === value && more}
          </Fragment>
        ))}
        {tried && !values.value && (
          <p className="field-error" id={`${id}-error`} role="alert">
            {missing}
          </p>
        )}
      </fieldset>
      <Textarea
        label={m.moderation_reason()}
        hint={hint}
        error={tried && !values.reason.trim() ? m.moderation_reason_missing() : undefined}
        rows={4}
        maxLength={LIMITS.reason_max}
        value={values.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
      <Button type="submit" variant="ink" busy={busy && sending}>
        {send}
      </Button>
    </form>
  )
}
