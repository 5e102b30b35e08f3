import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'placeholder' | 'error'> & {
  value: string
  onEnter: (code: string) => void
}

/** A field for the digits of an emailed or texted code, which browsers can autofill. */
export function CodeField({ onEnter, ...rest }: Props) {
  return (
    <Field
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      onChange={({ target }) => onEnter(target.value)}
      {...rest}
    />
  )
}
