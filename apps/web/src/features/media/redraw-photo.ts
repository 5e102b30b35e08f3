import { draw, fitted, type Size } from './shrink-photo.ts'

/**
 * The upright size of a picture, read without decoding it if the browser supports that. Rejects if it is unreadable.
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

// A large photo is decoded directly at the smaller size: several hundred megabytes of pixels are too much for a phone.
async function openAt(file: Blob, size: Size): Promise<ImageBitmap> {
  const upright = { imageOrientation: 'from-image' as const }
  const resized = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' as const }
  return createImageBitmap(file, { ...upright, ...resized })
}

const toFile = (blob: Blob, { name }: File): File => new File([blob], name, { type: blob.type })

/**
 * Redraws a photo in any format the browser can read, upright and with its long side at most 2048 px. Null if it can't
 * be read or written. Transparency is preserved.
 */
export async function shrinkLargePhoto(file: File): Promise<File | null> {
  let bitmap: ImageBitmap | null = null
  try {
    const size = fitted(await measure(file))
    bitmap = await openAt(file, size)
    const type = /jpeg|hei[cf]/.test(file.type) ? 'image/jpeg' : 'image/webp'
    // A browser that cannot write WebP silently writes PNG, which may be small enough.
    const blob = await draw(bitmap, size, type)
    return blob && toFile(blob, file)
  } catch {
    return null
  } finally {
    bitmap?.close()
  }
}

/** The first frame of an animated picture; null if the browser can't read it. */
export const toStill = (file: File): Promise<File | null> => shrinkLargePhoto(file)
