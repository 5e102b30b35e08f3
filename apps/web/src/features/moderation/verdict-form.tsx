import { LIMITS } from '@nollie/contract/limits'
import { Fragment, type ReactNode, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { Button, Form, Textarea, useForm } from '../../ui/index.ts'
import type { ToastText } from '../../ui/toast.ts'
import { looks } from '../../ui/looks.ts'
import styles from './moderation.module.css'

/** One of several verdicts. */
export type Choice<V extends string> = {
  value: V
  name: string
  text: string
  /** Further fields of this choice. */
  more?: ReactNode
}

type Props<V extends string> = {
  /** The values are stored under this name on this device until they are sent. */
  storageKey: string
  title: string
  choices: readonly Choice<V>[]
  missing: string
  hint: string
  send: string
  sending: string
  /** Sends the verdict. */
  onSend: (value: V, reason: string) => Promise<void>
  /** The toast for a failure. */
  explain: (error: unknown) => ToastText
  /** Whether the failure means that nothing is left to decide. */
  isOver: (error: unknown) => boolean
}

const readValues = <V extends string>(stored: unknown, choices: readonly Choice<V>[]) => {
  const { value, reason } = (stored ?? {}) as { value?: unknown; reason?: unknown }
  return {
    value: choices.find((choice) => choice.value === value)?.value ?? null,
    reason: typeof reason === 'string' ? reason : '',
  }
}

/** Chooses a verdict, with a reason. */
export function VerdictForm<V extends string>(props: Props<V>) {
  const { storageKey, title, choices, missing, hint, send, sending, onSend, explain, isOver } = props
  const id = useId()
  const { values, change, forget } = useStoredValues({
    name: storageKey,
    read: (stored) => readValues(stored, choices),
  })
  const { errors, refused, busy, submit, typed } = useForm({
    check: () => {
      const found = {
        ...(!values.value && { value: missing }),
        ...(!values.reason.trim() && { reason: m.moderation_reason_missing() }),
      }
      return Object.keys(found).length > 0 ? found : null
    },
    send: async () => {
      if (values.value) await onSend(values.value, values.reason.trim())
      forget()
    },
    explain: (error) => {
      if (isOver(error)) forget()
      return explain(error)
    },
  })
  return (
    <Form className={styles.modDecide} noValidate aria-busy={busy} onSend={submit} refused={refused}>
      <fieldset aria-describedby={errors.value ? `${id}-error` : undefined}>
        <legend className={styles.modTitle}>{title}</legend>
        {choices.map(({ value, name, text, more }) => (
          <Fragment key={value}>
            <label className={styles.modChoice}>
              <input
                type="radio"
                name={id}
                value={value}
                checked={values.value === value}
                onChange={() => {
                  typed('value')
                  change({ ...values, value })
                }}
              />
              <b>{name}</b>
              <small>{text}</small>
            </label>
            {values.value === value && more}
          </Fragment>
        ))}
        {errors.value && (
          <p className={looks.fieldError} id={`${id}-error`} role="alert">
            {errors.value}
          </p>
        )}
      </fieldset>
      <Textarea
        label={m.moderation_reason()}
        hint={hint}
        error={errors.reason}
        rows={4}
        maxLength={LIMITS.reason_max}
        value={values.reason}
        onChange={(event) => {
          typed('reason')
          change({ ...values, reason: event.target.value })
        }}
      />
      <Button type="submit" variant="ink" busy={busy && sending}>
        {send}
      </Button>
    </Form>
  )
}
