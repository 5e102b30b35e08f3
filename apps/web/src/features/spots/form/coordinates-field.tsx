import { useEffect, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Field } from '../../../ui/index.ts'
import type { Point } from '../../map/index.ts'
import { pointText, samePoint, typedAfter } from './pin-position.ts'
import styles from '../spot-dialogs.module.css'
import { useTypedPoint } from './use-typed-point.ts'

/** Map links can be long. */
const MAX_LENGTH = 2_000

type Props = {
  point: Point | null
  onPoint: (point: Point) => void
  /** Called with whether the field contains text that isn't the pin's position, or not yet. */
  onUnread?: (isUnread: boolean) => void
}

/** A field for coordinates, plus codes, and map links. Shows the pin's position while it isn't being edited. */
export function CoordinatesField({ point, onPoint, onUnread }: Props) {
  const [text, setText] = useState<string | null>(null)
  const [shown, setShown] = useState(point)
  const { typed, position, isAwaited, type, read } = useTypedPoint(text, onPoint)
  if (shown !== point) {
    setShown(point)
    setText(typedAfter(read, text, point))
  }
  const hasText = text !== null && text.trim() !== ''
  const wrong = hasText && !position && !isAwaited
  const isUnread = hasText && !samePoint(position, point)
  useEffect(() => onUnread?.(wrong || isUnread), [onUnread, wrong, isUnread])
  const error = typed?.kind === 'unclear' ? m.map_coordinates_ambiguous() : m.share_coordinates_error()
  const settle = () => {
    if (!wrong && (text?.trim() === '' || !isAwaited)) setText(null)
  }
  return (
    <Field
      label={m.share_coordinates()}
      value={text ?? (point ? pointText(point) : '')}
      placeholder={m.share_coordinates_placeholder()}
      hint={m.share_coordinates_hint()}
      error={wrong ? error : undefined}
      data-unread={wrong ? 'wrong' : isUnread ? 'waiting' : undefined}
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_LENGTH}
      className={styles.coordinates}
      onChange={(event) => {
        setText(event.target.value)
        type(event.target.value)
      }}
      onBlur={settle}
      confirms={settle}
    />
  )
}
