import type { Media } from '@nollie/contract'
import type { Mark } from '@nollie/contract/facts/measure-by-deck'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { MARK_NAMES, type MarkMode, type MarkName, moveMark } from './measure-marks.ts'
import styles from './measure.module.css'

const TEXTS: Record<MarkName, () => string> = {
  nose: m.facts_mark_nose,
  tail: m.facts_mark_tail,
  top_left: m.facts_mark_top_left,
  top_right: m.facts_mark_top_right,
  bottom_right: m.facts_mark_bottom_right,
  bottom_left: m.facts_mark_bottom_left,
  top: m.facts_mark_top,
  foot: m.facts_mark_bottom,
}

const STEP = 0.001
const LARGE_STEP = 0.02
const ARROWS: Record<string, Mark> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const ZOOM = 3

type Props = {
  media: Pick<Media, 'base' | 'width' | 'height'>
  alt: string
  mode: MarkMode
  marks: Record<MarkName, Mark>
  /** Called when a mark is moved. If absent, the marks can't be moved. */
  onMove?: (name: MarkName, to: Mark) => void
}

function formatPoints(all: readonly Mark[]): string {
  return all.map(({ x, y }) => `${x},${y}`).join(' ')
}

/** A photo with a measurement's marks, which can be moved by touch, mouse, or arrow keys. */
export function MarkPhoto({ media, alt, mode, marks, onMove }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<MarkName | null>(null)
  const { base, width, height } = media
  const src = `${base}/1080.webp`
  const names = MARK_NAMES[mode]
  const target = mode === 'face' ? names.slice(2).map((name) => marks[name]) : [marks.top, marks.foot]
  return (
    <div
      ref={frame}
      className={styles.photo}
      style={{ aspectRatio: `${width ?? 4} / ${height ?? 3}` }}
      data-base-ui-swipe-ignore=""
    >
      <img className={styles.picture} src={src} alt={alt} draggable={false} />
      <svg className={styles.lines} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polyline className={styles.deck} points={formatPoints([marks.nose, marks.tail])} />
        {mode === 'face' ? (
          <polygon className={styles.target} points={formatPoints(target)} />
        ) : (
          <polyline className={styles.target} points={formatPoints(target)} />
        )}
      </svg>
      {onMove &&
        names.map((name) => (
          <Handle
            key={name}
            name={name}
            mark={marks[name]}
            frame={frame}
            onMove={(to) => onMove(name, to)}
            onActive={(is) => setActive(is ? name : null)}
          />
        ))}
      {active && <Loupe src={src} mark={marks[active]} frame={frame} />}
    </div>
  )
}

type HandleProps = {
  name: MarkName
  mark: Mark
  frame: React.RefObject<HTMLDivElement | null>
  onMove: (to: Mark) => void
  onActive: (is: boolean) => void
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)}%`
}

function Handle({ name, mark, frame, onMove, onActive }: HandleProps) {
  // The mark moves relative to the finger, so the finger doesn't have to cover it.
  const grip = useRef<{ from: Mark; at: Mark } | null>(null)
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { from: mark, at: { x: event.clientX, y: event.clientY } }
    onActive(true)
  }
  const drag = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (!grip.current || !box) return
    const { from, at } = grip.current
    onMove(moveMark(from, { x: (event.clientX - at.x) / box.width, y: (event.clientY - at.y) / box.height }))
  }
  const end = () => {
    grip.current = null
    onActive(false)
  }
  const press = (event: KeyboardEvent) => {
    const way = ARROWS[event.key]
    if (!way) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    onActive(true)
    onMove(moveMark(mark, { x: way.x * step, y: way.y * step }))
  }
  return (
    <button
      type="button"
      className={styles.mark}
      data-deck={name === 'nose' || name === 'tail' ? '' : undefined}
      style={{ left: percent(mark.x), top: percent(mark.y) }}
      aria-label={m.facts_mark_at({ name: TEXTS[name](), x: percent(mark.x), y: percent(mark.y) })}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
      onBlur={() => onActive(false)}
    >
      <span className={styles.markName} aria-hidden="true">
        {TEXTS[name]()}
      </span>
    </button>
  )
}

/** A magnifier that shows the area around a mark at triple size, in the corner farther from the mark. */
function Loupe({
  src,
  mark,
  frame,
}: {
  src: string
  mark: Mark
  frame: React.RefObject<HTMLDivElement | null>
}) {
  const box = frame.current?.getBoundingClientRect()
  if (!box) return null
  const look = {
    '--src': `url("${src}")`,
    '--across': `${box.width * ZOOM}px`,
    '--down': `${box.height * ZOOM}px`,
    '--left': `${-mark.x * box.width * ZOOM}px`,
    '--top': `${-mark.y * box.height * ZOOM}px`,
  }
  return (
    <div
      className={styles.loupe}
      data-right={mark.x < 0.5 ? '' : undefined}
      style={look as CSSProperties}
      aria-hidden="true"
    />
  )
}
