import sharp from 'sharp'
import { scannedJpeg } from '../../../../../apps/server/test/makers/hostile-files.ts'
import { bombs, lies, phonePhoto } from '../../../../../apps/server/test/makers/media-files.ts'
import type { Upload } from './originals.ts'

/** What a hostile file tries to reach when it's executed or opened: a file on disk, and a URL that counts requests. */
export type Trap = { touch: (name: string) => string; url: (name: string) => string }

type Random = (limit: number) => number
type Made = Omit<Upload, 'family' | 'type' | 'name'> & Partial<Upload>

const OF_ONE_FAMILY = 15
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm']

function text(content: string): Buffer {
  return Buffer.from(content.padEnd(64, ' '))
}

function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

const FTYP = box('ftyp', 'isom\0\0\x02\0isommp42')

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(Math.min(0xffff, content.length + 2), 2)
  return Buffer.concat([head, content])
}

/** Inserts content right after a JPEG's first marker. */
function intoJpeg(photo: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([photo.subarray(0, 2), ...segments, photo.subarray(2)])
}

function nested(type: string, depth: number): Buffer {
  let made = box(type, '')
  for (let level = 0; level < depth; level++) made = box(type, made)
  return made
}

function SCRIPTS(mark: string, url: string): string[] {
  return [
    `#!/bin/sh\ntouch ${mark}\n`,
    `<?php system('touch ${mark}'); ?>`,
    `#!/usr/bin/env python3\nopen('${mark}','w')`,
    `<% Runtime.getRuntime().exec("touch ${mark}"); %>`,
    `#!/usr/bin/perl\nsystem("touch ${mark}");`,
    `require('fs').writeFileSync('${mark}','')`,
    `|touch ${mark}`,
    `push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 'url(${url})'\npop graphic-context`,
  ]
}

function SVGS(mark: string, url: string): string[] {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch('${url}')</script></svg>`,
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&e;</text></svg>`,
    `<?xml version="1.0"?><!DOCTYPE x SYSTEM "${url}"><svg xmlns="http://www.w3.org/2000/svg"/>`,
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${url}"/></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('${url}')"><use href="file:///etc/passwd#a"/></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="msl:${mark}"/></svg>`,
  ]
}

function PLAYLISTS(url: string): string[] {
  return [
    `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${url}\n#EXT-X-ENDLIST`,
    '#EXTM3U\n#EXTINF:1,\nconcat:file:///etc/passwd|file:///etc/hostname\n#EXT-X-ENDLIST',
    "ffconcat version 1.0\nfile '/etc/passwd'\n",
    `ffconcat version 1.0\nfile '${url}'\n`,
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><BaseURL>${url}</BaseURL></Period></MPD>`,
    `[playlist]\nFile1=${url}\n`,
  ]
}

function DOCUMENTS(mark: string, url: string): string[] {
  return [
    `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/URI/URI(${url})>>>>endobj`,
    `%!PS\nuserdict /setpagedevice undef\n(%pipe%touch ${mark}) (w) file`,
    `%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%touch ${mark}) (w) file`,
    `{\\rtf1{\\field{\\*\\fldinst INCLUDEPICTURE "${url}"}}}`,
  ]
}

function PAGES(url: string): string[] {
  return [
    `<!doctype html><script src="${url}"></script>`,
    `GIF89a/*<html>*/=0;fetch('${url}')//`,
    `<html><img src=x onerror="fetch('${url}')"></html>`,
    `\ufeff<html><meta http-equiv="refresh" content="0;url=${url}"></html>`,
    `Content-Type: text/html\r\n\r\n<script src="${url}"></script>`,
  ]
}

const PROGRAMS: readonly Buffer[] = [
  Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(120)]),
  Buffer.concat([Buffer.from('MZ', 'latin1'), Buffer.alloc(200)]),
  Buffer.concat([Buffer.from('cffaedfe', 'hex'), Buffer.alloc(120)]),
  Buffer.concat([Buffer.from('0061736d01000000', 'hex'), Buffer.alloc(60)]),
  Buffer.concat([Buffer.from('cafebabe00000034', 'hex'), Buffer.alloc(60)]),
]

const ARCHIVES = [
  '504b0304',
  '1f8b0800',
  '377abcaf271c',
  '526172211a07',
  'fd377a585a00',
  '28b52ffd',
  '425a6839',
].map((head) => Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(200, 0x5a)]))

const FOREIGN_PICTURES = [
  '49492a0008000000',
  '424d3600000000000000',
  '38425053000100000000',
  '00000100010010100000',
  '0000000c6a5020200d0a870a',
  '0000000c4a584c200d0a870a',
  'ff0a',
  '67696d702078636620',
  '0a05010800000000',
].map((head) => Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(300, 0x11)]))

function VIDEO_HEADS(url: string): Buffer[] {
  return [
    Buffer.concat([FTYP, nested('moov', 2_000)]),
    Buffer.concat([
      FTYP,
      box(
        'moov',
        box(
          'trak',
          box(
            'mdia',
            box('minf', box('dinf', box('dref', `\0\0\0\0\0\0\0\x01`, box('url ', '\0\0\0\0', url)))),
          ),
        ),
      ),
    ]),
    Buffer.concat([FTYP, Buffer.from('ffffffff6d6f6f76', 'hex'), Buffer.alloc(64)]),
    Buffer.concat([FTYP, Buffer.from('000000016d6461747fffffffffffffff', 'hex'), Buffer.alloc(64)]),
    Buffer.concat([FTYP, Buffer.from('000000006d6f6f76', 'hex'), Buffer.alloc(64)]),
    Buffer.concat([FTYP, Buffer.from('000000016d6f6f760000000000000000', 'hex'), Buffer.alloc(64)]),
    Buffer.concat([FTYP, ...Array<Buffer>(20_000).fill(box('free', ''))]),
    Buffer.concat([
      box('moov', box('rmra', box('rmda', box('rdrf', '\0\0\0\0url ', url)))),
      Buffer.alloc(64),
    ]),
  ]
}

const EBML = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex')
const MATROSKA_HEADS: readonly Buffer[] = [
  Buffer.concat([
    EBML,
    Buffer.from('4287810242858102', 'hex'),
    Buffer.from('18538067ffffffffffffffff', 'hex'),
    Buffer.alloc(64),
  ]),
  Buffer.concat([EBML, Buffer.from('1853806701ffffffffffffff', 'hex'), Buffer.alloc(64, 0xff)]),
  Buffer.concat([EBML, ...Array<Buffer>(4_000).fill(Buffer.from('ec80', 'hex'))]),
  Buffer.concat([EBML, Buffer.from('18538067', 'hex'), Buffer.alloc(400, 0x1a)]),
]

function NAMES(mark: string): string[] {
  return [
    '../../../../etc/cron.d/nollie',
    '..\\..\\x.jpg',
    `; touch ${mark}`,
    `$(touch ${mark}).jpg`,
    `|touch ${mark}`,
    'a\0b.php',
    'x.php.jpg',
    '.htaccess',
    'con',
    `${'x'.repeat(900)}.jpg`,
    'ledge\r\nSet-Cookie: a=b.jpg',
    '%2e%2e%2f',
    'file:///etc/passwd',
    '-vf',
    '<script>alert(1)</script>.jpg',
  ]
}

/** Creates 300 files in 20 families, each designed to be executed, to connect elsewhere, to lie, or to be expensive. */
export async function hostileFiles(trap: Trap, random: Random): Promise<Upload[]> {
  const photo = await phonePhoto({ width: 96, height: 72 })
  const png = await sharp(photo).png().toBuffer()
  const gif = await sharp(photo).gif().toBuffer()
  const webp = await sharp(photo).webp().toBuffer()
  const allBombs = Object.values(await bombs())
  const allLies = Object.values(await lies())
  const files: Upload[] = []
  const family = (
    name: string,
    types: readonly string[],
    make: (n: number, mark: string, url: string) => Made,
  ) => {
    for (let n = 0; n < OF_ONE_FAMILY; n++) {
      const id = `${name.replaceAll(' ', '-')}-${n}`
      const type = types[random(types.length)] ?? 'image/jpeg'
      const made = make(n, trap.touch(id), trap.url(id))
      files.push({ family: name, type, name: `${id}.${type.split('/')[1]}`, ...made })
    }
  }
  const one = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
  const texts = (name: string, types: readonly string[], make: (mark: string, url: string) => string[]) =>
    family(name, types, (n, mark, url) => ({ bytes: text(one(make(mark, url), n)) }))

  texts('svg', [...IMAGE_TYPES, 'image/svg+xml'], SVGS)
  texts('page', [...IMAGE_TYPES, 'text/html'], (_mark, url) => PAGES(url))
  texts('script', IMAGE_TYPES, SCRIPTS)
  texts('document', IMAGE_TYPES, DOCUMENTS)
  texts('playlist', VIDEO_TYPES, (_mark, url) => PLAYLISTS(url))
  family('program', [...IMAGE_TYPES, ...VIDEO_TYPES], (n) => ({ bytes: one(PROGRAMS, n) }))
  family('archive', IMAGE_TYPES, (n) => ({ bytes: one(ARCHIVES, n) }))
  family('foreign picture', IMAGE_TYPES, (n) => ({ bytes: one(FOREIGN_PICTURES, n) }))
  family('wrong type', [...IMAGE_TYPES, ...VIDEO_TYPES], (n) => ({ bytes: one(allLies, n) }))
  family('bomb', ['image/png'], (n) => ({ bytes: one(allBombs, n) }))
  family('many scans', ['image/jpeg'], (n) => ({ bytes: scannedJpeg(64 * (n + 1), 64, 20 * (n + 1)) }))
  family('picture and page', IMAGE_TYPES, (n, _mark, url) => ({
    bytes: Buffer.concat([one([photo, png, gif, webp], n), text(one(PAGES(url), n))]),
  }))
  family('picture and script', IMAGE_TYPES, (n, mark, url) => ({
    bytes: Buffer.concat([one([gif, photo, webp, png], n), text(one(SCRIPTS(mark, url), n))]),
  }))
  family('picture and archive', IMAGE_TYPES, (n) => ({
    bytes: Buffer.concat([one([photo, png], n), one(ARCHIVES, n)]),
  }))
  family('comments of a picture', ['image/jpeg'], (n, mark, url) => {
    const content = text([...SVGS(mark, url), ...SCRIPTS(mark, url), 'Hidden Caption'][n % 15] ?? '')
    const heads = [
      '',
      'Exif\0\0',
      'http://ns.adobe.com/xap/1.0/\0',
      'Photoshop 3.0\0',
      'ICC_PROFILE\0\x01\x01',
    ]
    const marker = n % 5 === 0 ? 0xfe : n % 5 === 4 ? 0xe2 : n % 5 === 3 ? 0xed : 0xe1
    return {
      bytes: intoJpeg(photo, segment(marker, Buffer.concat([Buffer.from(one(heads, n), 'latin1'), content]))),
    }
  })
  family('cut off', IMAGE_TYPES, (n) => ({
    bytes: one([photo, png, gif, webp], n).subarray(0, 1 + random(900)),
  }))
  family('noise', [...IMAGE_TYPES, ...VIDEO_TYPES], (n) => {
    const head = one(
      ['', '\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\xff\xff\xff\xffWEBPVP8L'],
      n,
    )
    const noise = Buffer.from(Array.from({ length: 500 + random(5_000) }, () => random(256)))
    return { bytes: Buffer.concat([Buffer.from(head, 'latin1'), noise]) }
  })
  family('boxes', ['video/mp4', 'video/quicktime'], (n, _mark, url) => ({ bytes: one(VIDEO_HEADS(url), n) }))
  family('matroska', ['video/webm'], (n) => ({ bytes: one(MATROSKA_HEADS, n) }))
  family('name', ['image/jpeg'], (n, mark) => ({ bytes: photo, name: one(NAMES(mark), n) }))
  return files
}
