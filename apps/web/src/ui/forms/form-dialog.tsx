import { type ReactNode, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../button.tsx'
import { type FieldErrors, Form } from './form.tsx'
import { Sheet } from '../overlays/sheet.tsx'
import { useFieldAgain } from './use-field-again.ts'

type Props = {
  /** The parts of the `useForm` result that this dialog needs. */
  form: { busy: boolean; submit: () => unknown; refused?: FieldErrors }
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after the closing animation. */
  onClosed: () => void
  title: string
  size?: 'normal' | 'wide' | 'tall'
  /** Whether only the dialog's own buttons close it, not Escape, a click outside, or a swipe. */
  firm?: boolean
  /** Discards the typed values and closes the dialog. If omitted, canceling only closes the dialog. */
  onCancel?: () => void
  cancel?: string
  submit: string
  /** The button's label while the form is being sent. */
  sending: string
  /** Whether the form can't be sent yet. */
  disabled?: boolean
  variant?: 'primary' | 'ink' | 'danger'
  className?: string | undefined
  /** The fields. */
  children: ReactNode
  /** Content below the form. */
  below?: ReactNode
}

/**
 * A form in a dialog with cancel and submit buttons. While it's being sent, the dialog stays open and read-only,
 * because changes would be lost.
 */
export function FormDialog(props: Props) {
  const {
    form,
    open,
    onOpenChange,
    onClosed,
    title,
    size,
    firm,
    disabled = false,
    className,
    children,
  } = props
  const { onCancel = () => onOpenChange(false), cancel = m.shell_cancel(), variant = 'primary' } = props
  const id = useId()
  const { busy, submit, refused } = form
  const send = useFieldAgain(busy, submit)
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      onClosed={onClosed}
      title={title}
      {...(size && { size })}
      {...(firm && { firm })}
      actions={
        <>
          <Button onClick={onCancel} disabled={busy}>
            {cancel}
          </Button>
          <Button type="submit" form={id} variant={variant} disabled={disabled} busy={busy && props.sending}>
            {props.submit}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        className={className}
        noValidate
        aria-busy={busy}
        inert={busy}
        onSend={send}
        {...(refused && { refused })}
      >
        {children}
      </Form>
      {props.below}
    </Sheet>
  )
}
