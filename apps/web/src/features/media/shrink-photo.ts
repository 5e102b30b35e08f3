/** The long side (px) of the server's largest variant. Sending more pixels would be a waste. */
const LONG_SIDE = 2048
/** Photos of at most this many bytes are sent unchanged if their dimensions fit. */
const SMALL = 900_000
const QUALITY = 0.9

/** Width and height in pixels. */
export type Size = { width: number; height: number }

/** Returns the size to draw an image at so that its long side fits. Never larger than the original. */
export function fitSize({ width, height }: Size, longSide = LONG_SIDE): Size {
  const scale = Math.min(1, longSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Draws an image at this size and encodes it. Returns null if the browser can't. */
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
 * Prepares a photo for upload: upright and at most 2048 px on its long side. Returns the original file if that wouldn't
 * save bytes. Handles only JPEG and PNG, because other formats may be animated or unreadable in some browsers.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  // A PNG may be transparent, which JPEG doesn't support.
  const type = { 'image/jpeg': 'image/jpeg', 'image/png': 'image/webp' }[file.type]
  if (!type) return file
  let bitmap: ImageBitmap | null = null
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const size = fitSize(bitmap)
    if (size.width === bitmap.width && file.size <= SMALL) return file
    const blob = await draw(bitmap, size, type)
    // Browsers that can't write the requested type silently write PNG instead.
    return blob && blob.type === type && blob.size < file.size ? blob : file
  } catch {
    return file
  } finally {
    bitmap?.close()
  }
}
