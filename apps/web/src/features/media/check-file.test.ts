import { LIMITS } from '@nollie/contract/limits'
import { expect, test } from 'vitest'
import { checkFile, checkPhoto, isHeic } from './check-file.ts'

function toBytes(text: string) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

const REST = '\0'.repeat(32)
const JPEG = toBytes(`\xff\xd8\xff\xe0${REST}`)
const PNG = toBytes(`\x89PNG\r\n\x1a\n${REST}`)
const HEIC = toBytes(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${REST}`)
const AVIF_SEQUENCE = toBytes(`\0\0\0\x18ftypavis\0\0\0\0avifmsf1${REST}`)
const MP4 = toBytes(`\0\0\0\x18ftypisom\0\0\0\0isommp42${REST}`)
const MOV = toBytes(`\0\0\0\x14ftypqt  \0\0\0\0qt  ${REST}`)
const FRAME = `,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0`
const GIF_SIZE = 'GIF89a\x01\0\x01\0\0\0\0'
const GIF = toBytes(`${GIF_SIZE}${FRAME};${REST}`)
const ANIMATED_GIF = toBytes(`${GIF_SIZE}${FRAME}${FRAME};`)

function toFile(bytes: Uint8Array, name = 'IMG_1.jpg', type = 'image/jpeg', size = bytes.length) {
  return new File([bytes.slice(), new Uint8Array(size - bytes.length)], name, { type })
}

test('MEDIA-06 an image must be under 10 MB if the browser cannot downscale it', async () => {
  const { image_bytes } = LIMITS
  expect(await checkFile(toFile(JPEG, 'a.jpg', 'image/jpeg', image_bytes - 1))).toMatchObject({
    kind: 'image',
  })
  expect(await checkFile(toFile(JPEG, 'a.jpg', 'image/jpeg', image_bytes))).toEqual({
    refused: 'image_too_large',
  })
})

test('MEDIA-07 a video must be under 50 MB', async () => {
  const { video_bytes } = LIMITS
  expect(await checkFile(toFile(MOV, 'a.mov', '', video_bytes - 1))).toMatchObject({ kind: 'video' })
  expect(await checkFile(toFile(MOV, 'a.mov', '', video_bytes))).toEqual({ refused: 'video_too_large' })
})

test.for([
  ['a HEIC named .jpg', HEIC, 'IMG_1.jpg', 'image/jpeg', 'image', 'image/heic'],
  ['a JPEG declared as PNG', JPEG, 'photo.png', 'image/png', 'image', 'image/jpeg'],
  ['a PNG without a type, as Android sends it', PNG, 'content', '', 'image', 'image/png'],
  ['a JPEG of unknown bytes', JPEG, 'blob', 'application/octet-stream', 'image', 'image/jpeg'],
  ['a photo declared as text', JPEG, 'a.txt', 'text/plain', 'image', 'image/jpeg'],
  ['an MP4 named .mov', MP4, 'clip.mov', 'video/quicktime', 'video', 'video/mp4'],
  ['a video declared as a photo', MP4, 'clip.jpg', 'image/jpeg', 'video', 'video/mp4'],
  ['a photo declared as a video', JPEG, 'clip.mp4', 'video/mp4', 'image', 'image/jpeg'],
  ['a GIF with one frame', GIF, 'a.gif', 'image/gif', 'image', 'image/gif'],
  ['an animated GIF', ANIMATED_GIF, 'a.gif', 'image/gif', 'video', 'image/gif'],
] as const)('detects %s by its content', async ([, bytes, name, declared, kind, type]) => {
  const check = await checkFile(toFile(bytes, name, declared))
  expect(check).toMatchObject({ kind, isFirstFrameOnly: false })
  expect('file' in check && [check.file.type, check.file.name]).toEqual([type, name])
})

test('stores only the first frame of an animated AVIF, with a note', async () => {
  expect(await checkFile(toFile(AVIF_SEQUENCE))).toMatchObject({ kind: 'image', isFirstFrameOnly: true })
})

test('refuses other files regardless of their name and type', async () => {
  for (const text of ['', 'hello', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7 1 0 obj and more'])
    expect(await checkFile(toFile(toBytes(text)))).toEqual({ refused: 'not_media' })
})

test('MEDIA-06 MEDIA-07 refuses an unreadable file over the limit because of its size', async () => {
  const { image_bytes, video_bytes } = LIMITS
  const unreadable = (type: string, size: number) => checkFile(toFile(toBytes('?'), 'a', type, size))
  expect(await unreadable('image/jpeg', image_bytes)).toEqual({ refused: 'image_too_large' })
  expect(await unreadable('video/mp4', video_bytes)).toEqual({ refused: 'video_too_large' })
  expect(await unreadable('image/jpeg', image_bytes - 1)).toEqual({ refused: 'not_media' })
})

test('a cover cannot be a video', async () => {
  expect(await checkPhoto(toFile(JPEG))).toMatchObject({ kind: 'image' })
  expect(await checkPhoto(toFile(MP4, 'a.jpg', 'image/jpeg'))).toEqual({ refused: 'not_media' })
})

test('detects HEIC by its content type', async () => {
  const check = await checkFile(toFile(HEIC, 'a.png', 'image/png'))
  expect('file' in check && isHeic(check.file)).toBe(true)
  expect(isHeic({ type: 'image/jpeg' })).toBe(false)
})
