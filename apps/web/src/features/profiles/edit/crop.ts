/** An upright image's size in its own pixels. */
export type Size = { width: number; height: number }
/** A crop: a square centered on (`x`, `y`) in the image's pixels. At `zoom` 1, it is as large as the image allows. */
export type Crop = { x: number; y: number; zoom: number }

/** The maximum zoom. */
export const ZOOM_MAX = 4
/** The side length (px) of the uploaded image, unless the crop is smaller. */
const SENT_SIDE = 1024

/** Returns the crop's side length in the image's pixels. */
export function getSide(size: Size, { zoom }: Pick<Crop, 'zoom'>): number {
  return Math.min(size.width, size.height) / zoom
}

function within(value: number, low: number, high: number) {
  return Math.min(high, Math.max(low, value))
}

/** Returns the nearest crop that lies within the image. */
export function fitCrop(size: Size, { x, y, zoom }: Crop): Crop {
  const near = within(zoom, 1, ZOOM_MAX)
  const half = getSide(size, { zoom: near }) / 2
  return { x: within(x, half, size.width - half), y: within(y, half, size.height - half), zoom: near }
}

/** Returns the largest crop, centered in the image. */
export function makeWholeCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** Returns the whole image's position and size, as percentages of the square that shows the crop. */
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

/** Creates a JPEG file from the crop. Rejects if the browser can't draw the image. */
export async function cutOut(picture: HTMLImageElement, crop: Crop): Promise<File> {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const side = getSide(size, crop)
  const sent = Math.max(1, Math.round(Math.min(SENT_SIDE, side)))
  const canvas = Object.assign(document.createElement('canvas'), { width: sent, height: sent })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency, so transparent pixels become white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, sent, sent)
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, sent, sent)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('not drawn')
  return new File([blob], 'profile-picture.jpg', { type: 'image/jpeg' })
}
