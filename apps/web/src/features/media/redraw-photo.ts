import { draw, fitSize, type Size } from './shrink-photo.ts'

/**
 * Measures an image's upright size, without decoding the image if the browser supports that. Rejects if the image is
 * unreadable.
 */
function measure(file: Blob): Promise<Size> {
  return new Promise((resolve, reject) => {
    const url = URL.createObjectURL(file)
    const image = new Image()
    const end = (settle: () => void) => {
      URL.revokeObjectURL(url)
      image.src = ''
      settle()
    }
    image.addEventListener('load', () => {
      const size = { width: image.naturalWidth, height: image.naturalHeight }
      end(() => resolve(size))
    })
    const fail = () => end(() => reject(new Error('not readable')))
    image.addEventListener('error', fail, { once: true })
    image.src = url
  })
}

// Decode large photos directly at the smaller size. A phone can't handle several hundred megabytes of pixels.
async function openAt(file: Blob, size: Size): Promise<ImageBitmap> {
  const upright = { imageOrientation: 'from-image' as const }
  const resized = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' as const }
  return createImageBitmap(file, { ...upright, ...resized })
}

function toFile(blob: Blob, { name }: File): File {
  return new File([blob], name, { type: blob.type })
}

/**
 * Redraws a photo in any format the browser can read, upright and at most 2048 px on its long side. Preserves
 * transparency. Returns null if the photo can't be read or written.
 */
export async function shrinkLargePhoto(file: File): Promise<File | null> {
  let bitmap: ImageBitmap | null = null
  try {
    const size = fitSize(await measure(file))
    bitmap = await openAt(file, size)
    const type = /jpeg|hei[cf]/.test(file.type) ? 'image/jpeg' : 'image/webp'
    // Browsers that can't write WebP silently write PNG instead, which may still be small enough.
    const blob = await draw(bitmap, size, type)
    return blob && toFile(blob, file)
  } catch {
    return null
  } finally {
    bitmap?.close()
  }
}

/** Returns an animation's first frame, or null if the browser can't read it. */
export function toStill(file: File): Promise<File | null> {
  return shrinkLargePhoto(file)
}
