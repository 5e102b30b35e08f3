import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

function web(path: string) {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

function read(path: string) {
  return readFileSync(web(path), 'utf8')
}

// In every PNG file, width and height are at a fixed offset.
function readSize(path: string) {
  const bytes = readFileSync(web(path))
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test('the web app manifest has icons that exist in the declared sizes', () => {
  expect(read('index.html')).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  const { icons, display, start_url, scope } = JSON.parse(read('public/manifest.webmanifest')) as {
    icons: { src: string; type: string; sizes: string; purpose?: string }[]
  } & Record<'display' | 'start_url' | 'scope', string>
  expect({ display, start_url, scope }).toEqual({
    display: 'standalone',
    start_url: '/dashboard',
    scope: '/',
  })
  const pictures = icons.filter(({ type }) => type === 'image/png')
  expect(pictures.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(pictures.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, sizes } of pictures) expect(readSize(`public${src}`), src).toBe(sizes)
  for (const { src } of icons) expect(existsSync(web(`public${src}`)), src).toBe(true)
  expect(readSize('public/apple-touch-icon.png')).toBe('180x180')
})
