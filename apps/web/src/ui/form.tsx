import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { type ToastText, toast } from './toast.ts'

/** Error messages by field name. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>

const NONE: FieldErrors = {}

/** The server's message for each refused field; empty for all other errors. */
export const fieldErrors = (error: unknown): FieldErrors => (error instanceof ApiError ? error.fields : NONE)

/** The result of a form that leads to another screen. */
export const LEAVING = 'leaving'

type Options = {
  /** Client-side validation errors, possibly none; null if the form may be sent. */
  check?: () => FieldErrors | null
  /**
   * Runs before the form is sent, for example to ask the server or the person. If it resolves with false, nothing is
   * sent. The form is busy meanwhile: it ignores a second submit and can't be changed.
   */
  before?: () => Promise<boolean>
  /** Sends the form. With {@link LEAVING}, it stays busy until the next screen replaces it. */
  send: () => Promise<unknown>
  /** The toast for a failure; null if the screen itself shows it. */
  explain: (error: unknown) => ToastText | null | Promise<ToastText | null>
  /** The field errors of a failure; by default the server's message for each field. */
  getFieldErrors?: (error: unknown) => FieldErrors
  /** Whether the form's draft is already being sent, possibly since before the form was opened. */
  isSending?: boolean
}

type View = { show: (errors: FieldErrors) => void; setBusy: (busy: boolean) => void }

/** Sends a form that is not busy: {@link useForm} without its state. */
export async function sendForm(options: Options, { show, setBusy }: View): Promise<void> {
  const { check, before, send, explain, getFieldErrors = fieldErrors } = options
  const found = check?.()
  if (found) return show(found)
  setBusy(true)
  show(NONE)
  let goesAway = false
  try {
    if (before && !(await before())) return
    goesAway = (await send()) === LEAVING
  } catch (error) {
    const text = await explain(error)
    // Set together with the end of busy: an inert form cannot focus the field with the first error.
    show(getFieldErrors(error))
    if (text) toast({ kind: 'error', ...text })
  } finally {
    if (!goesAway) setBusy(false)
  }
}

/**
 * The state of a form, or of a confirmation with one button. It's sent once at a time, every failure is explained, and
 * typed values stay.
 */
export function useForm(options: Options) {
  const [errors, setErrors] = useState(NONE)
  const [refused, setRefused] = useState(NONE)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)

  const { isSending = false } = options

  const view: View = {
    show: (found) => {
      setErrors(found)
      setRefused(found)
    },
    setBusy: (busy) => {
      running.current = busy
      setBusy(busy)
    },
  }
  const submit = async (): Promise<void> => {
    // The button may be clicked twice before it is rendered as busy.
    if (!running.current && !isSending) await sendForm(options, view)
  }
  return {
    /** The current errors by field. */
    errors,
    /** The errors of the last refusal, for {@link Form}. */
    refused,
    busy: isBusy || isSending,
    submit,
    /** Call when a field changes: clears its error, or without a name all errors. */
    typed: (name?: string): void => setErrors(name ? { ...errors, [name]: undefined } : NONE),
  }
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  /** Called when the form is submitted, by its button or by Enter. */
  onSend: () => unknown
  /** The errors of the last refusal. The first of these fields gets the focus. */
  refused?: FieldErrors
  /** Whether the first field gets the focus when the form opens. */
  startsInField?: boolean
}

/** The only `form` element of the client. */
export function Form({ onSend, refused = NONE, startsInField = false, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const begin = useEffectEvent(() => {
    if (startsInField) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  })
  useEffect(() => begin(), [])
  // Focuses the first field with an error.
  useEffect(() => {
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    fields.find(({ name }) => name && refused[name])?.focus()
  }, [refused])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void onSend()
      }}
      {...rest}
    />
  )
}
