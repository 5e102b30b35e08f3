import { type Ref, useRef } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button, Sheet, Spinner } from '../../../ui/index.ts'
import { placePicture, cutOut, ZOOM_MAX } from './crop.ts'
import { useCrop } from './use-crop.ts'
import { looks } from '../../../ui/looks.ts'
import styles from './edit-profile.module.css'

type Props = {
  /** The photo's URL; null while the server converts it to a format that the browser can display. */
  url: string | null
  /** Called if the browser can't display the photo. */
  onUnreadable: () => void
  onUse: (file: File) => void
  onCancel: () => void
}

type CropProps = Pick<Props, 'url' | 'onUnreadable'> & {
  cropping: ReturnType<typeof useCrop>
  picture: Ref<HTMLImageElement>
}

function CropField({ url, onUnreadable, cropping, picture }: CropProps) {
  const { size, crop, start, listeners } = cropping
  const box = size && placePicture(size, crop)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move the photo
    <div
      className={styles.crop}
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      aria-label={m.profiles_crop_photo()}
      aria-describedby="crop-hint"
      data-base-ui-swipe-ignore
      {...listeners}
    >
      {url === null && (
        <p className={styles.cropPreparing} role="status">
          <Spinner />
          {m.profiles_crop_preparing()}
        </p>
      )}
      <img
        ref={picture}
        src={url ?? undefined}
        alt=""
        draggable={false}
        style={
          box
            ? { left: `${box.left}%`, top: `${box.top}%`, width: `${box.width}%`, height: `${box.height}%` }
            : { visibility: 'hidden' }
        }
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
          if (width === 0 || height === 0) onUnreadable()
          else start({ width, height })
        }}
        onError={onUnreadable}
      />
      {url !== null && <span className={styles.cropRing} />}
    </div>
  )
}

/** Crops a photo to a square profile picture. Dragging or arrow keys move it, and a slider zooms. */
export function CropDialog({ url, onUnreadable, onUse, onCancel }: Props) {
  const picture = useRef<HTMLImageElement>(null)
  const cropping = useCrop()
  const { size, crop, zoom } = cropping
  const use = () => {
    if (picture.current) cutOut(picture.current, crop).then(onUse, onUnreadable)
  }
  return (
    <Sheet
      open
      firm
      onOpenChange={(open) => open || onCancel()}
      title={m.profiles_crop()}
      actions={
        <>
          <Button onClick={onCancel}>{m.profiles_cancel()}</Button>
          <Button variant="primary" disabled={!size} onClick={use}>
            {m.profiles_crop_use()}
          </Button>
        </>
      }
    >
      <CropField {...{ url, onUnreadable, cropping, picture }} />
      <p className={looks.fieldHint} id="crop-hint">
        {m.profiles_crop_hint()}
      </p>
      <label className={styles.cropZoom}>
        <span className={looks.fieldLabel}>{m.profiles_crop_zoom()}</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          disabled={!size}
          onChange={({ target }) => zoom(Number(target.value))}
        />
      </label>
    </Sheet>
  )
}
