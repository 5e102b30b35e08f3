import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Sheet, Spinner } from '../../ui/index.ts'
import { type Crop, cutOut, fittedCrop, ZOOM_MAX, boxOf, sideOf, type Size, wholeCrop } from './crop.ts'
import './edit-profile.css'

/** An arrow key moves the photo by this share of what is seen. */
const STEP = 0.04
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

type Props = {
  /** Where the browser finds the photo; null while one is being made that it can show. */
  url: string | null
  /** The browser cannot show it. */
  onUnreadable: () => void
  onUse: (file: File) => void
  onCancel: () => void
}

/** Asks which square of a photo is to be the profile picture: moved by hand or by arrow keys, zoomed by a slider. */
export function CropDialog({ url, onUnreadable, onUse, onCancel }: Props) {
  const picture = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, zoom: 1 })
  const dragFrom = useRef<{ x: number; y: number } | null>(null)

  const move = (right: number, down: number) => {
    if (!size) return
    // In shares of the square that is seen; the photo goes one way, what is cut out the other.
    const side = sideOf(size, crop)
    setCrop(fittedCrop(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side }))
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const from = dragFrom.current
    if (!from) return
    const { width } = event.currentTarget.getBoundingClientRect()
    move((event.clientX - from.x) / width, (event.clientY - from.y) / width)
    dragFrom.current = { x: event.clientX, y: event.clientY }
  }
  const press = (event: KeyboardEvent) => {
    const [right, down] = MOVES[event.key] ?? [0, 0]
    if (right === 0 && down === 0) return
    event.preventDefault()
    move(right * STEP, down * STEP)
  }
  const use = () => {
    if (picture.current) cutOut(picture.current, crop).then(onUse, onUnreadable)
  }
  const box = size && boxOf(size, crop)
  return (
    <Sheet
      open
      firm
      onOpenChange={(open) => open || onCancel()}
      title={m.people_crop()}
      actions={
        <>
          <Button onClick={onCancel}>{m.people_cancel()}</Button>
          <Button variant="primary" disabled={!size} onClick={use}>
            {m.people_crop_use()}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move the photo */}
      <div
        className="crop"
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        aria-label={m.people_crop_photo()}
        aria-describedby="crop-hint"
        data-base-ui-swipe-ignore
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragFrom.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => (dragFrom.current = null)}
        onPointerCancel={() => (dragFrom.current = null)}
      >
        {url === null && (
          <p className="crop-preparing" role="status">
            <Spinner />
            {m.people_crop_preparing()}
          </p>
        )}
        <img
          ref={picture}
          src={url ?? undefined}
          alt=""
          draggable={false}
          style={
            box
              ? {
                  left: `${box.left}%`,
                  top: `${box.top}%`,
                  width: `${box.width}%`,
                  height: `${box.height}%`,
                }
              : { visibility: 'hidden' }
          }
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (width === 0 || height === 0) return onUnreadable()
            setSize({ width, height })
            setCrop(wholeCrop({ width, height }))
          }}
          onError={onUnreadable}
        />
        {url !== null && <span className="crop-ring" />}
      </div>
      <p className="field-hint" id="crop-hint">
        {m.people_crop_hint()}
      </p>
      <label className="crop-zoom">
        <span className="field-label">{m.people_crop_zoom()}</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          disabled={!size}
          onChange={({ target }) =>
            size && setCrop(fittedCrop(size, { ...crop, zoom: Number(target.value) }))
          }
        />
      </label>
    </Sheet>
  )
}
