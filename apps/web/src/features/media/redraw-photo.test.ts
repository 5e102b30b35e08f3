import { LIMITS } from '@nollie/contract/limits'
import { afterEach, expect, test, vi } from 'vitest'
import { checkFile, checkPhoto } from './check-file.ts'

// Node has no images or canvases. These replace a browser's, which reads photos of one size and writes some formats.
type Browser = { width: number; height: number; reads?: boolean; writes?: readonly string[]; bytes?: number }

/** Replaces the browser's image functions. Returns the sizes and types that photos are drawn with. */
function useBrowser({ width, height, reads = true, writes = ['image/jpeg', 'image/webp'], bytes }: Browser) {
  const drawn: [width: number, height: number, type: string][] = []
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      naturalWidth = width
      naturalHeight = height
      set src(url: string) {
        if (url) queueMicrotask(() => this.dispatchEvent(new Event(reads ? 'load' : 'error')))
      }
    },
  )
  const bitmap = { width, height, close: () => undefined }
  vi.stubGlobal('createImageBitmap', (_: Blob, options: { resizeWidth: number; resizeHeight: number }) =>
    Promise.resolve({ ...bitmap, width: options.resizeWidth, height: options.resizeHeight }),
  )
  class Canvas {
    readonly #size: [number, number]
    constructor(...size: [number, number]) {
      this.#size = size
    }
    getContext = () => ({ drawImage: () => undefined })
    convertToBlob = async ({ type: wanted }: { type: string }) => {
      const type = writes.includes(wanted) ? wanted : 'image/png'
      drawn.push([...this.#size, type])
      return new Blob([new Uint8Array(bytes ?? 700_000)], { type })
    }
  }
  vi.stubGlobal('OffscreenCanvas', Canvas)
  return drawn
}

afterEach(() => vi.unstubAllGlobals())

function toLarge(head: string, name: string, type: string, bytes: number = LIMITS.image_bytes + 1) {
  const start = Uint8Array.from(head, (character) => character.charCodeAt(0))
  return new File([start, new Uint8Array(bytes - start.length)], name, { type })
}

const JPEG = toLarge('\xff\xd8\xff\xe0', 'camera.jpg', 'image/jpeg')
const PNG = toLarge('\x89PNG\r\n\x1a\n', 'screenshot.png', 'image/png')
const HEIC = toLarge('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'IMG_7.HEIC', '', 3 * LIMITS.image_bytes)
const WEBP = toLarge('RIFF\0\0\xa0\0WEBPVP8L', 'panorama.webp', 'image/webp')

test.for([
  ['JPEG', JPEG, { width: 6000, height: 4000 }, [2048, 1365, 'image/jpeg']],
  ['PNG', PNG, { width: 3000, height: 9000 }, [683, 2048, 'image/webp']],
  ['HEIC', HEIC, { width: 8064, height: 6048 }, [2048, 1536, 'image/jpeg']],
  ['WEBP', WEBP, { width: 20_000, height: 900 }, [2048, 92, 'image/webp']],
  // Safari can't write WebP.
  ['PNG', PNG, { width: 2000, height: 2000, writes: ['image/jpeg'] }, [2000, 2000, 'image/png']],
] as const)(
  'MEDIA-06 downscales a photo over 10 MB that the browser reads: %s',
  async ([, photo, browser, drawing]) => {
    const drawn = useBrowser(browser)
    const check = await checkFile(photo)
    expect(drawn).toEqual([drawing])
    expect(check).toMatchObject({ kind: 'image', chosen: photo, isFirstFrameOnly: false })
    expect('file' in check && [check.file.name, check.file.type, check.file.size]).toEqual([
      photo.name,
      drawing[2],
      700_000,
    ])
    expect(await checkPhoto(photo)).toMatchObject({ kind: 'image' })
  },
)

test.for([
  ['the browser can’t read it', { width: 1, height: 1, reads: false }],
  ['the smaller photo is too large, too', { width: 9000, height: 9000, bytes: LIMITS.image_bytes }],
] as const)('MEDIA-06 refuses a photo over 10 MB if %s', async ([, browser]) => {
  useBrowser(browser)
  for (const photo of [JPEG, PNG, HEIC])
    expect(await checkFile(photo)).toEqual({ refused: 'image_too_large' })
})
