/** The long side (px) of the largest picture the server creates; more would be wasted. */
const LONG_SIDE = 2048
/** A photo up to this size (bytes) and within the dimensions is sent unchanged. */
const SMALL = 900_000
const QUALITY = 0.9

/** Pixels. */
export type Size = { width: number; height: number }

/** The size at which a picture is drawn so that its long side fits; never larger than the original. */
export const fitted = ({ width, height }: Size, longSide = LONG_SIDE): Size => {
  const scale = Math.min(1, longSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Draws a picture at a size and encodes it; null if the browser can't. */
export async function draw(bitmap: ImageBitmap, size: Size, type: string): Promise<Blob | null> {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, size.width, size.height)
    return canvas.convertToBlob({ type, quality: QUALITY })
  }
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}

/**
 * A photo for upload: upright, its long side at most 2048 px, if that saves bytes; otherwise the file itself. Only for
 * JPEG and PNG, because other formats may be animated or unreadable for some browsers.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  // PNG may be transparent, which JPEG does not support.
  const type = { 'image/jpeg': 'image/jpeg', 'image/png': 'image/webp' }[file.type]
  if (!type) return file
  let bitmap: ImageBitmap | null = null
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const size = fitted(bitmap)
    if (size.width === bitmap.width && file.size <= SMALL) return file
    const blob = await draw(bitmap, size, type)
    // A browser that cannot write the requested type silently writes PNG.
    return blob && blob.type === type && blob.size < file.size ? blob : file
  } catch {
    return file
  } finally {
    bitmap?.close()
  }
}
