import { LIMITS } from '@nollie/contract/limits'
import { expect, test } from 'vitest'
import { checkFile, isHeic } from './check-file.ts'

const file = (name: string, type: string, size = 1000) => ({ name, type, size })

test('MEDIA-06 an image must be under 10 MB, not at it', () => {
  expect(checkFile(file('a.jpg', 'image/jpeg', LIMITS.image_bytes - 1))).toEqual({ kind: 'image' })
  expect(checkFile(file('a.jpg', 'image/jpeg', LIMITS.image_bytes))).toEqual({ refused: 'image_too_large' })
})

test('MEDIA-07 a video must be under 50 MB, not at it', () => {
  expect(checkFile(file('a.mov', 'video/quicktime', LIMITS.video_bytes - 1))).toEqual({ kind: 'video' })
  expect(checkFile(file('a.mov', 'video/quicktime', LIMITS.video_bytes))).toEqual({
    refused: 'video_too_large',
  })
})

test('phones that name no type are believed by the name; the server looks at the content anyway', () => {
  expect(checkFile(file('IMG_2682.HEIC', ''))).toEqual({ kind: 'image' })
  expect(checkFile(file('clip.MOV', 'application/octet-stream'))).toEqual({ kind: 'video' })
  expect(checkFile(file('notes.txt', ''))).toEqual({ refused: 'not_media' })
})

test('what is neither photo nor video is refused, whatever its name says', () => {
  for (const type of ['image/svg+xml', 'text/html', 'application/pdf', 'image/tiff', 'video/x-msvideo'])
    expect(checkFile(file('a.jpg', type))).toEqual({ refused: 'not_media' })
})

test('HEIC is known by type and by name', () => {
  expect(isHeic({ type: 'image/heic', name: 'x' })).toBe(true)
  expect(isHeic({ type: '', name: 'IMG_1.heif' })).toBe(true)
  expect(isHeic({ type: 'image/jpeg', name: 'IMG_1.heic' })).toBe(false)
})
