import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { type ToastText, toast } from './toast.ts'

/** Errors of fields as sentences, by the names of the fields. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>

const NONE: FieldErrors = {}

/** The server's sentence for each field it refused; empty for every other error. */
export const fieldErrors = (error: unknown): FieldErrors => (error instanceof ApiError ? error.fields : NONE)

/** The result of a form that is followed by another screen. */
export const LEAVING = 'leaving'

type Options = {
  /** The errors that are known without the server, possibly none; null if the form may be sent. */
  check?: () => FieldErrors | null
  /**
   * Asks what has to be known before the form is sent, the server or the person; false sends nothing. The form is busy
   * meanwhile: a second press is ignored, and nothing changes while the question is open.
   */
  before?: () => Promise<boolean>
  /** Sends the form. With {@link LEAVING} it stays busy until the next screen replaces it. */
  send: () => Promise<unknown>
  /** The toast for a failure; null where the screen itself shows it. */
  explain: (error: unknown) => ToastText | null | Promise<ToastText | null>
  /** The errors of the fields after a failure; by default what the server answered for each of them. */
  fieldsOf?: (error: unknown) => FieldErrors
  /** Whether the draft of the form is being sent already, perhaps since before the form was opened. */
  isSending?: boolean
}

type View = { show: (errors: FieldErrors) => void; setBusy: (busy: boolean) => void }

/** Sends a form that is not being sent: what {@link useForm} does, apart from its state. */
export async function sendForm(options: Options, { show, setBusy }: View): Promise<void> {
  const { check, before, send, explain, fieldsOf = fieldErrors } = options
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
    // Together with the end of busy: a form that is inert meanwhile cannot focus the field with the first error.
    show(fieldsOf(error))
    if (text) toast({ kind: 'error', ...text })
  } finally {
    if (!goesAway) setBusy(false)
  }
}

/** A form, or a question with one button: sent once at a time, each failure explained, everything typed stays. */
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
    // Two presses may come before the button is drawn as busy.
    if (!running.current && !isSending) await sendForm(options, view)
  }
  return {
    /** The errors to show, by field. */
    errors,
    /** The errors of the last refusal, for {@link Form}. */
    refused,
    busy: isBusy || isSending,
    submit,
    /** Call it when something is typed: removes the error of that field, or without a name every error. */
    typed: (name?: string): void => setErrors(name ? { ...errors, [name]: undefined } : NONE),
  }
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  /** Sends the form, by its button or by Enter. */
  onSend: () => unknown
  /** The errors of the last refusal: the first of these fields gets the focus. */
  refused?: FieldErrors
  /** Whether the first field gets the focus when the form opens. */
  startsInField?: boolean
}

/** The one `form` element of the client. */
export function Form({ onSend, refused = NONE, startsInField = false, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const begin = useEffectEvent(() => {
    if (startsInField) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  })
  useEffect(() => begin(), [])
  // The field with the first error is where the person continues.
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
