import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from '../lib/run.mjs'

const YELLOW = '#FFD21F'
const ICON = join(ROOT, 'apps/web/public/icon.svg')

/** Returns the icon's drawing without its rounded background. */
function extractMark(svg) {
  return svg.replace(/<rect [^>]*\/>/, '')
}

function square(svg) {
  return svg.replace(/<rect [^>]*\/>/, `<rect width="1024" height="1024" fill="${YELLOW}"/>`)
}

function drawing(svg, size) {
  return sharp(Buffer.from(svg), { density: 288 }).resize(size, size).png().toBuffer()
}

/** Draws the mark centered on a background, sized relative to the background's shorter side. */
async function centred(svg, { width, height, share, background }) {
  const size = Math.round(Math.min(width, height) * share)
  const mark = await drawing(extractMark(svg), size)
  return sharp({ create: { width, height, channels: 4, background } })
    .composite([{ input: mark, gravity: 'centre' }])
    .png()
    .toBuffer()
}

const NONE = { r: 0, g: 0, b: 0, alpha: 0 }

async function drawPicture(svg, name, { width, height }) {
  // Android shows only the inner two thirds of this image, in any shape.
  if (name === 'ic_launcher_foreground.png')
    return centred(svg, { width, height, share: 0.62, background: NONE })
  if (name === 'ic_launcher_round.png') return drawing(svg.replace('rx="230"', 'rx="512"'), width)
  if (name.startsWith('ic_launcher')) return drawing(svg, width)
  // The App Store refuses transparent icons.
  if (/^AppIcon/.test(name))
    return sharp(await drawing(square(svg), width))
      .flatten({ background: YELLOW })
      .png()
      .toBuffer()
  if (/^splash/i.test(name)) return centred(svg, { width, height, share: 0.4, background: YELLOW })
  return null
}

/**
 * Replaces the icons and splash screens in Capacitor's templates, at the same sizes.
 * @returns {Promise<number>} the number of images
 */
export async function drawPictures(folders) {
  const svg = await readFile(ICON, 'utf8')
  let count = 0
  for (const folder of folders)
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.png')) continue
      const path = join(folder, file)
      const made = await drawPicture(svg, basename(file), await sharp(await readFile(path)).metadata())
      if (!made) continue
      await writeFile(path, made)
      count += 1
    }
  return count
}

/** Makes the background of Android's adaptive icon yellow. */
export async function colourGround(res) {
  const file = join(res, 'values/ic_launcher_background.xml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/#[0-9A-Fa-f]{6,8}/, YELLOW))
}
