import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Field } from '../../ui/index.ts'
import type { Point } from '../map/index.ts'
import { parsePoint, pointText, typedAfter } from './pin-position.ts'
import styles from './spot-dialogs.module.css'

/** A field for coordinates; shows the position of the pin while it is not edited. */
export function CoordinatesField({
  point,
  onPoint,
}: {
  point: Point | null
  onPoint: (point: Point) => void
}) {
  const [text, setText] = useState<string | null>(null)
  const [shown, setShown] = useState(point)
  if (shown !== point) {
    setShown(point)
    setText(typedAfter(text, point))
  }
  const typed = text === null ? null : parsePoint(text)
  const wrong = text !== null && text.trim() !== '' && typed === null
  const settle = () => {
    if (!wrong) setText(null)
  }
  return (
    <Field
      label={m.share_coordinates()}
      value={text ?? (point ? pointText(point) : '')}
      placeholder={m.share_coordinates_placeholder()}
      hint={m.share_coordinates_hint()}
      error={wrong ? m.share_coordinates_error() : undefined}
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      className={styles.coordinates}
      onChange={(event) => {
        setText(event.target.value)
        const next = parsePoint(event.target.value)
        if (next) onPoint(next)
      }}
      onBlur={settle}
      confirms={settle}
    />
  )
}
