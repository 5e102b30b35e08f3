import { setTimeout as sleep } from 'node:timers/promises'
import { MEDIA_FILES } from '@nollie/contract/media'
import type { Media } from '@nollie/contract'
import sharp from 'sharp'
import { FOREIGN } from '../../../../../apps/server/test/makers/media-files.ts'
import { CHUNK, metadata, TUS } from '../../../../../apps/server/test/actors/uploads.ts'
import type { Person } from '../product.ts'
import type { Upload } from './originals.ts'

/** How an upload ended (refused because of its bytes or head, failed in processing, or ready), and how long it took. */
export type Outcome = {
  end: 'refused' | 'failed' | 'ready' | 'error'
  ms: number
  detail: string
  media: Media | null
}

const POLL_MS = 40
const MAX_MS = 300_000
const POSITION = /\+41\.22|\xa9xyz|com\.apple\.quicktime/
const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', mp4: 'video/mp4' }

/** Uploads a file as browsers do, and polls until it's ready or has failed. */
export async function uploadAs(url: string, { bearer }: Person, file: Upload): Promise<Outcome> {
  const headers = { authorization: bearer }
  const begun = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...TUS,
      ...headers,
      'upload-length': String(file.bytes.length),
      'upload-metadata': metadata(file.type, file.name),
    },
  })
  const ended = (end: Outcome['end'], from: number, detail: string, media: Media | null = null): Outcome => ({
    end,
    detail,
    media,
    ms: performance.now() - from,
  })
  const refusal = async (answer: Response, from: number) =>
    ended(answer.status < 500 ? 'refused' : 'error', from, `${answer.status} ${await answer.text()}`)
  const from = performance.now()
  if (begun.status !== 201) return refusal(begun, from)
  const address = new URL(begun.headers.get('location') ?? '', url)
  const sent = await fetch(address, {
    method: 'PATCH',
    headers: { ...CHUNK, ...headers, 'upload-offset': '0' },
    body: new Uint8Array(file.bytes),
  })
  if (sent.status !== 204) return refusal(sent, from)
  const id = address.pathname.split('/').at(-1) ?? ''
  while (performance.now() - from < MAX_MS) {
    const answer = await fetch(`${url}/api/media/${id}`, { headers })
    if (answer.status !== 200) return refusal(answer, from)
    const media = (await answer.json()) as Media
    if (media.status === 'ready') return ended('ready', from, '', media)
    if (media.status === 'failed') return ended('failed', from, media.failure ?? '')
    await sleep(POLL_MS)
  }
  return ended('error', from, 'neither ready nor failed')
}

async function wrongWith(name: string, answer: Response): Promise<string[]> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const wrong: string[] = []
  const type = TYPES[name.split('.')[1] ?? '']
  if (answer.headers.get('content-type') !== type) wrong.push(`type ${answer.headers.get('content-type')}`)
  if (answer.headers.get('x-content-type-options') !== 'nosniff') wrong.push('may be sniffed')
  if (!answer.headers.get('content-security-policy')?.includes('sandbox')) wrong.push('no sandbox')
  const text = bytes.toString('latin1')
  const left = FOREIGN.exec(text) ?? POSITION.exec(text)
  if (left) wrong.push(`has ${left[0]}`)
  if (type === 'video/mp4') return text.slice(4, 8) === 'ftyp' ? wrong : [...wrong, 'is no MP4']
  const { format, exif, xmp, iptc, icc } = await sharp(bytes).metadata()
  if (!(format === 'webp' || format === 'heif')) wrong.push(`is ${format}`)
  for (const [kind, value] of Object.entries({ exif, xmp, iptc, icc })) if (value) wrong.push(`has ${kind}`)
  return wrong
}

/** Lists everything wrong with an item's served files: metadata, wrong types, missing headers. */
export async function wrongInServed(
  url: string,
  { bearer }: Person,
  { base, type }: Media,
): Promise<string[]> {
  const found: string[] = []
  let served = 0
  for (const name of MEDIA_FILES) {
    const answer = await fetch(`${url}${base}/${name}`, { headers: { authorization: bearer } })
    if (answer.status !== 200) continue
    served += 1
    found.push(...(await wrongWith(name, answer)).map((what) => `${name} ${what}`))
  }
  // Photos have all files except for the video, and videos have all of them.
  const wanted = type === 'video' ? MEDIA_FILES.length : MEDIA_FILES.length - 1
  return served === wanted ? found : [...found, `${served} of ${wanted} files are served`]
}
