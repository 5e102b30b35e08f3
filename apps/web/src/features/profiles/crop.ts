/** A picture's size in its own pixels, upright. */
export type Size = { width: number; height: number }
/**
 * A crop: a square centered on (`x`, `y`) in the picture's pixels. At `zoom` 1 it is as large as the picture allows.
 */
export type Crop = { x: number; y: number; zoom: number }

/** The largest zoom. */
export const ZOOM_MAX = 4
/** The side (px) of the uploaded picture, unless the crop is smaller. */
const SENT_SIDE = 1024

/** The side of the crop in the picture's pixels. */
export const getSide = (size: Size, { zoom }: Pick<Crop, 'zoom'>): number =>
  Math.min(size.width, size.height) / zoom

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The nearest crop within the picture. */
export function fittedCrop(size: Size, { x, y, zoom }: Crop): Crop {
  const near = within(zoom, 1, ZOOM_MAX)
  const half = getSide(size, { zoom: near }) / 2
  return { x: within(x, half, size.width - half), y: within(y, half, size.height - half), zoom: near }
}

/** The largest crop, in the center of the picture. */
export const wholeCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Position and size of the whole picture, in percent of the square that shows the crop. */
export function placePicture(
  size: Size,
  crop: Crop,
): { left: number; top: number; width: number; height: number } {
  const share = 100 / getSide(size, crop)
  return {
    left: 50 - crop.x * share,
    top: 50 - crop.y * share,
    width: size.width * share,
    height: size.height * share,
  }
}

/** Makes a JPEG file of the crop. Rejects if the browser cannot draw the picture. */
export async function cutOut(picture: HTMLImageElement, crop: Crop): Promise<File> {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const side = getSide(size, crop)
  const sent = Math.max(1, Math.round(Math.min(SENT_SIDE, side)))
  const canvas = Object.assign(document.createElement('canvas'), { width: sent, height: sent })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency: transparent pixels become white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, sent, sent)
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, sent, sent)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('not drawn')
  return new File([blob], 'profile-picture.jpg', { type: 'image/jpeg' })
}
