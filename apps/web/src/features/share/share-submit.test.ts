import { expect, test } from 'vitest'
import type { UploadItem, UploadState } from '../media/index.ts'
import { attemptFor } from '../../lib/attempts.ts'
import { EMPTY_FORM, type SpotForm } from '../spots/index.ts'
import { countPhotos, validateShare } from './share-needs.ts'
import { requestText } from './use-share-submit.ts'

function item(state: UploadState, kind: 'image' | 'video' = 'image'): UploadItem {
  return {
    id: crypto.randomUUID(),
    name: 'a.jpg',
    kind,
    preview: null,
    previewsVideo: false,
    position: null,
    media_id: null,
    media: null,
    state,
  }
}

const good: SpotForm = {
  ...EMPTY_FORM,
  name: 'Ledge',
  spot_types: ['ledges'],
  point: { latitude: 41.38, longitude: 2.16 },
}

function errors(form: SpotForm, items: UploadItem[], signedIn = true): string[] {
  try {
    validateShare(form, items, signedIn)
    return []
  } catch (error) {
    const { title, message } = error as { title: string; message: string }
    return [title, message]
  }
}

const photo = [item({ step: 'ready' })]

test('SHARE-08 asks a person whose session ended to sign in', () => {
  expect(errors(good, photo, false)).toEqual(['Authentication required', 'Please log in to share a spot'])
})
test('SHARE-09 refuses a blank name', () => {
  expect(errors({ ...good, name: ' \n ' }, photo)).toEqual([
    'Spot name required',
    'Please enter a name for your spot',
  ])
})
test('SHARE-10 a video alone does not count as a photo', () => {
  const texts = ['Photo required', 'Please upload at least one photo of the spot']
  expect(errors(good, [item({ step: 'ready' }, 'video')])).toEqual(texts)
  expect(errors(good, [item({ step: 'failed', again: false, detail: null })])).toEqual(texts)
})
test('SHARE-11 refuses a missing pin, or one with a zero coordinate', () => {
  const texts = [
    'Location required',
    'Please click on the map to set a spot location. The map should show a pin where you clicked.',
  ]
  expect(errors({ ...good, point: null }, photo)).toEqual(texts)
  expect(errors({ ...good, point: { latitude: 0, longitude: 10 } }, photo)).toEqual(texts)
})
test('accepts a complete form', () => {
  expect(errors(good, photo)).toEqual([])
})

test('counts uploading photos, but not failed ones', () => {
  const items = [
    item({ step: 'sending', progress: 0.5 }),
    item({ step: 'failed', again: true, detail: null }),
    item({ step: 'failed', again: false, detail: null }),
    item({ step: 'ready' }, 'video'),
  ]
  expect(countPhotos(items)).toBe(2)
})

test('the same form has the same key, and a changed form has a different one', () => {
  const files = { media_ids: ['m1'] }
  const text = requestText(good, files)
  const attempt = attemptFor(text, null)
  expect(attemptFor(requestText({ ...good }, files), attempt).key).toBe(attempt.key)
  expect(attemptFor(requestText({ ...good, name: 'Rail' }, files), attempt).key).not.toBe(attempt.key)
})
