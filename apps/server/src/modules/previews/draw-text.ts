import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

// The app's headline font (SIL Open Font License). Bundled so that servers without fonts produce the same image.
const FONT_FILE = fileURLToPath(new URL('special-gothic-expanded-one.ttf', import.meta.url))
const FONT = 'Special Gothic Expanded One'
/** The characters that the font supports. */
const DRAWN = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201d\u2026]+$/

/** Returns text that the font can draw, removing accents if necessary. Null for text in other scripts. */
export function drawable(text: string): string | null {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Extended_Pictographic}|\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (DRAWN.test(plain)) return plain
  const bare = plain.normalize('NFKD').replace(/\p{M}/gu, '')
  return DRAWN.test(bare) ? bare : null
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

type Lines = { size: number; colour: string; width: number; height: number }

/** Draws text as a transparent image, truncated to fit a box. Null if none of it can be drawn. */
export async function drawText(
  text: string,
  { size, colour, width, height }: Lines,
): Promise<{ input: Buffer; height: number } | null> {
  const plain = drawable(text)
  if (!plain) return null
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(plain)}</span>`,
      font: `${FONT} ${size}`,
      fontfile: FONT_FILE,
      rgba: true,
      width,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  if (info.height <= height && info.width <= width) return { input: data, height: info.height }
  const cut = await sharp(data)
    .extract({ left: 0, top: 0, width: Math.min(width, info.width), height: Math.min(height, info.height) })
    .png()
    .toBuffer()
  return { input: cut, height: Math.min(height, info.height) }
}
