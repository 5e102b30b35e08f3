import { photoFiles } from '@nollie/contract/media/picture-sources'
import { classes } from '../../../lib/classes.ts'
import { looks } from '../../../ui/looks.ts'
import { getFamily } from '../../../ui/text/type-glyph.tsx'
import { CARD_PHOTO_SIZES } from '../card/photo-sizes.ts'
import { use } from './selected-pin.ts'
import styles from './selected-pin.module.css'
import type { SelectedSpot } from './types.ts'

function createPicture(base: string): HTMLPictureElement {
  const picture = document.createElement('picture')
  for (const format of ['avif', 'webp'] as const) {
    const source = document.createElement('source')
    source.type = `image/${format}`
    source.srcset = photoFiles(base, format)
    source.sizes = CARD_PHOTO_SIZES
    picture.append(source)
  }
  return picture
}

function createTypeMark({ type }: SelectedSpot): SVGSVGElement {
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  mark.setAttribute('viewBox', '0 0 40 40')
  mark.setAttribute('class', classes(styles.typeMark))
  mark.dataset.type = type
  mark.dataset.ofPhoto = ''
  mark.append(use(`shape-${getFamily(type)}`, looks.pinShape, {}))
  mark.append(use(`glyph-${type}`, looks.typeGlyph, { x: 8, y: 8, width: 24, height: 24 }))
  return mark
}

/**
 * Shows the spot's photo on its pin once the photo has loaded; its type becomes a small mark. Uses the file that the
 * card shows, so the photo isn't requested twice. Spots that no longer exist have no photo on their pin.
 */
export function showPinPhoto(pin: HTMLElement, spot: SelectedSpot): void {
  const { photo = null, gone, type } = spot
  if (!photo || gone || pin.dataset.photo === photo) return
  pin.dataset.photo = photo
  const picture = createPicture(photo)
  const image = new Image()
  image.alt = ''
  image.addEventListener('load', () => {
    if (pin.dataset.photo !== photo) return
    for (const before of pin.querySelectorAll('[data-of-photo]')) before.remove()
    picture.className = classes(styles.photo)
    picture.dataset.family = getFamily(type)
    picture.dataset.ofPhoto = ''
    pin.append(picture, createTypeMark(spot))
  })
  // An image requests its file once it's in a picture with sources.
  picture.append(image)
  image.src = `${photo}/1080.webp`
}
