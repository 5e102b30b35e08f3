import { useId } from 'react'

/** A link to be copied by hand: seen as a whole, in two lines where one is too short, and selected as a whole by the focus. */
export function LinkField({
  label,
  link,
  action,
}: {
  label: string
  link: string
  action?: React.ReactNode
}) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="link-field">
        <textarea
          id={id}
          className="input"
          rows={2}
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
        />
        {action}
      </div>
    </div>
  )
}
