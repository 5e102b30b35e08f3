import { useId } from 'react'

// The end is what differs between two links: where the field is too short, that is what it shows.
const showEnd = (input: HTMLInputElement | null) => {
  if (input) input.scrollLeft = input.scrollWidth
}

/** A link to be copied by hand, selected as a whole when it gets the focus. */
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
        <input
          id={id}
          ref={showEnd}
          className="input"
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
        />
        {action}
      </div>
    </div>
  )
}
