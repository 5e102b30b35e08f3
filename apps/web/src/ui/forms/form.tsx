import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { type ToastText, toast } from '../toast.ts'

/** Error messages by field name. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>

const NONE: FieldErrors = {}

/** Returns the server's message for each field it rejected; empty for all other errors. */
export function fieldErrors(error: unknown): FieldErrors {
  return error instanceof ApiError ? error.fields : NONE
}

/** Returned by `send` if the form leads to another screen. */
export const LEAVING = 'leaving'

type Options = {
  /** Returns client-side validation errors (may be empty); null if the form may be sent. */
  check?: () => FieldErrors | null
  /**
   * Runs before the form is sent, for example to ask the server or the person something. If it resolves to false,
   * nothing is sent. Until then, the form is busy: it ignores another submit and can't be changed. If the person leaves
   * the screen before it resolves, nothing is sent either.
   */
  before?: () => Promise<boolean>
  /** Sends the form. If it resolves to {@link LEAVING}, the form stays busy until the next screen replaces it. */
  send: () => Promise<unknown>
  /** Returns the toast for an error; null if the screen itself shows the error. */
  explain: (error: unknown) => ToastText | null | Promise<ToastText | null>
  /** Returns an error's messages by field; by default, the server's. */
  getFieldErrors?: (error: unknown) => FieldErrors
  /** Whether the form's draft is already being sent, possibly since before the form was opened. */
  isSending?: boolean
}

type View = {
  show: (errors: FieldErrors) => void
  setBusy: (busy: boolean) => void
  /** Returns the path of the screen that shows the form; null once the form is closed. */
  getPath: () => string | null
}

/** Sends a form that isn't busy: {@link useForm} without its state. */
export async function sendForm(options: Options, { show, setBusy, getPath }: View): Promise<void> {
  const { check, before, send, explain, getFieldErrors = fieldErrors } = options
  const found = check?.()
  if (found) return show(found)
  setBusy(true)
  show(NONE)
  let isNavigating = false
  // After Back, the form stays on screen until the previous screen is ready, but its path has already changed.
  const path = getPath()
  try {
    if (before && !((await before()) && getPath() === path)) return
    isNavigating = (await send()) === LEAVING
  } catch (error) {
    const text = await explain(error)
    // The errors are shown when the busy state ends, because fields in an inert form can't be focused.
    show(getFieldErrors(error))
    if (text) toast({ kind: 'error', ...text })
  } finally {
    if (!isNavigating) setBusy(false)
  }
}

/**
 * Manages the state of a form, or of a confirmation with one button. Runs one submit at a time, explains every error,
 * and preserves typed values.
 */
export function useForm(options: Options) {
  const [errors, setErrors] = useState(NONE)
  const [refused, setRefused] = useState(NONE)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

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
    getPath: () => (isOpen.current ? location.pathname : null),
  }
  const submit = async (): Promise<void> => {
    // The button may be clicked twice before it renders as busy.
    if (!running.current && !isSending) await sendForm(options, view)
  }
  return {
    /** The current errors by field. */
    errors,
    /** The errors from the last rejected submit, for {@link Form}. */
    refused,
    busy: isBusy || isSending,
    submit,
    /** Call when a field changes. Clears the field's error, or all errors if `name` is omitted. */
    typed: (name?: string): void => setErrors(name ? { ...errors, [name]: undefined } : NONE),
  }
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  /** Called when the form is submitted with its button or Enter. */
  onSend: () => unknown
  /** The errors from the last rejected submit. The first field with an error gets the focus. */
  refused?: FieldErrors
  /** Whether the first field gets the focus when the form opens. */
  startsInField?: boolean
}

/** How long (ms) a submit waits for fields whose text is still being read. */
const READ_MS = 8_000
const POLL_MS = 50

function findUnread(form: HTMLElement) {
  return form.querySelector<HTMLElement>('[data-unread]')
}

/** Waits until a form's fields are read. Resolves to the first one that can't be read; null if there is none. */
export async function awaitFields(form: HTMLElement): Promise<HTMLElement | null> {
  for (let reads = READ_MS / POLL_MS; reads > 0 && findUnread(form)?.dataset.unread === 'waiting'; reads -= 1)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  return findUnread(form)
}

/**
 * Sends a form once its fields are read. If one can't be read, only focuses it. If the person has left the form or its
 * screen in the meantime, sends nothing.
 */
export async function sendWhenRead(
  form: HTMLElement,
  send: () => unknown,
  getPath = () => location.pathname,
): Promise<void> {
  const path = getPath()
  const unread = await awaitFields(form)
  if (!form.isConnected || getPath() !== path) return
  void (unread ? unread.focus() : send())
}

/** Submits a form the way Enter in a field does: only if its submit button isn't disabled. */
export function submitWithButton(form: HTMLFormElement | null): void {
  const elements = [...(form?.elements ?? [])] as HTMLInputElement[]
  const button = elements.find(({ type }) => type === 'submit')
  if (button) button.click()
  else form?.requestSubmit()
}

/**
 * A form. This is the client's only `form` element. If a field's text can't be read (`data-unread="wrong"`), a submit
 * only focuses it, because the form's values are older than the text. If it isn't read yet (`waiting`), the submit waits.
 */
export function Form({ onSend, refused = NONE, startsInField = false, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isWaiting = useRef(false)
  // Reading changes the form's values, so this calls the latest render's `onSend`.
  const latest = useRef(onSend)
  useEffect(() => {
    latest.current = onSend
  })
  const wait = async (element: HTMLElement) => {
    if (isWaiting.current) return
    isWaiting.current = true
    await sendWhenRead(element, () => latest.current())
    isWaiting.current = false
  }
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
        // React passes events of a dialog to the form that contains it.
        event.stopPropagation()
        if (findUnread(event.currentTarget)) void wait(event.currentTarget)
        else void onSend()
      }}
      {...rest}
    />
  )
}
