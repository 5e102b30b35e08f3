import { expect, test } from 'vitest'
import { fitCrop, ZOOM_MAX, placePicture, getSide, makeWholeCrop } from './crop.ts'

const wide = { width: 1600, height: 1000 }

test('a crop stays within the photo, however far it is moved', () => {
  expect(fitCrop(wide, { x: -500, y: 5000, zoom: 1 })).toEqual({ x: 500, y: 500, zoom: 1 })
  expect(fitCrop(wide, { x: 9000, y: 0, zoom: 2 })).toEqual({ x: 1350, y: 250, zoom: 2 })
  expect(fitCrop(wide, { x: 800, y: 500, zoom: 99 }).zoom).toBe(ZOOM_MAX)
  expect(fitCrop(wide, { x: 800, y: 500, zoom: 0 }).zoom).toBe(1)
})

test('starts with the center, and the photo fills the square', () => {
  const crop = makeWholeCrop(wide)
  expect(getSide(wide, crop)).toBe(1000)
  expect(placePicture(wide, crop)).toEqual({ left: -30, top: 0, width: 160, height: 100 })
  const corner = placePicture(wide, fitCrop(wide, { x: 0, y: 0, zoom: 2 }))
  expect(corner).toEqual({ left: 0, top: 0, width: 320, height: 200 })
})
