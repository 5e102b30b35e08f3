import { expect, test } from 'vitest'
import { isAnimated, isSequence, sniff } from './file-kind.ts'

function toBytes(text: string) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function ftyp(...brands: string[]) {
  return toBytes(
    `\0\0\0${String.fromCharCode(16 + brands.length * 4 - 4)}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`,
  )
}

test.for([
  ['jpeg', toBytes(`\xff\xd8\xff\xe0${'\0'.repeat(20)}`)],
  ['png', toBytes(`\x89PNG\r\n\x1a\n${'\0'.repeat(20)}`)],
  ['gif', toBytes(`GIF89a${'\0'.repeat(20)}`)],
  ['webp', toBytes(`RIFF\0\0\0\0WEBPVP8 ${'\0'.repeat(20)}`)],
  ['avif', ftyp('avif', 'mif1')],
  ['avif', ftyp('mif1', 'avif')],
  ['heic', ftyp('heic', 'mif1')],
  ['mp4', ftyp('isom', 'mp42')],
  ['mov', ftyp('qt  ', 'qt  ')],
  ['webm', toBytes(`\x1aE\xdf\xa3\x93\x42\x82\x84webm${'\0'.repeat(20)}`)],
  ['webm', toBytes(`\x1aE\xdf\xa3\x93\x42\x82\x40\x04webm${'\0'.repeat(20)}`)],
  ['webm', toBytes(`\x1aE\xdf\xa3\x93\x42\x82\x01\0\0\0\0\0\0\x04webm${'\0'.repeat(20)}`)],
] as const)('detects the content of %s without a name or type', ([format, bytes]) => {
  expect(sniff(bytes)?.format).toBe(format)
})

test('rejects other content, no matter what its first bytes are', () => {
  for (const text of ['', 'GIF8', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7 and more text'])
    expect(sniff(toBytes(text))).toBeNull()
})

test('treats an animated AVIF or HEIC as a sequence', () => {
  expect(isSequence(ftyp('avis', 'avif', 'msf1'))).toBe(true)
  expect(isSequence(ftyp('msf1', 'hevc'))).toBe(true)
  for (const head of [ftyp('avif', 'mif1'), ftyp('heic', 'mif1'), ftyp('isom', 'mp42'), toBytes('GIF89a')])
    expect(isSequence(head)).toBe(false)
})

test('treats a truncated or malformed file as not animated, and stops scanning it', () => {
  for (const format of ['gif', 'png', 'webp', 'jpeg', 'mp4'] as const)
    for (const bytes of [toBytes(''), toBytes('GIF89a'), new Uint8Array(4096).fill(0xff)])
      expect(isAnimated(bytes, format)).toBe(false)
})
