import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Media } from '@nollie/contract'
import type { TestApp } from '../world/app.ts'
import { until } from '../world/until.ts'
import type { TestPerson } from './people.ts'

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>

/** The headers for every request in the upload protocol. `CHUNK` is for requests that contain bytes. */
export const TUS = { 'tus-resumable': '1.0.0' }
export const CHUNK = { ...TUS, 'content-type': 'application/offset+octet-stream' }

function base64(text: string) {
  return Buffer.from(text).toString('base64')
}

/** Returns the `Upload-Metadata` that browsers send. */
export function metadata(filetype: string, filename: string): string {
  return `filename ${base64(filename)},filetype ${base64(filetype)}`
}

/** Returns the error code of a request that was refused. */
export function getCode(answer: Pick<Answer, 'json'>): string {
  return answer.json<{ code: string }>().code
}

/** Returns the media id from an upload's URL. */
export function getUploadId(answer: Answer): string {
  return String(answer.headers.location).split('/').at(-1) ?? ''
}

/** Returns the path of an upload's file. */
export function uploadPath({ dataDir }: Pick<TestApp, 'dataDir'>, name: string): string {
  return join(dataDir, 'uploads', name.slice(0, 2), name)
}

/** Returns the names of an upload's files in the store. */
export function filesOfUpload(dataDir: string, id: string): string[] {
  const key = id.replaceAll('-', '')
  const folder = uploadPath({ dataDir }, key)
  return existsSync(folder) ? readdirSync(folder).map((file) => `${key}/${file}`) : []
}

type Declared = { filetype?: string; filename?: string; headers?: Record<string, string> }

/** Returns functions that upload files over HTTP as a person. */
export function uploader(it: Pick<TestApp, 'app' | 'dataDir'>, who: TestPerson) {
  const begin = (
    bytes: number,
    { filetype = 'image/jpeg', filename = 'ledge.jpg', headers = {} }: Declared = {},
  ) =>
    it.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...TUS,
        ...who.bearer,
        'upload-length': String(bytes),
        'upload-metadata': metadata(filetype, filename),
        ...headers,
      },
    })
  const send = (id: string, offset: number, payload: Buffer) =>
    it.app.inject({
      method: 'PATCH',
      url: `/api/uploads/${id}`,
      headers: { ...CHUNK, ...who.bearer, 'upload-offset': String(offset) },
      payload,
    })
  const ask = (method: 'HEAD' | 'DELETE') => (id: string) =>
    it.app.inject({ method, url: `/api/uploads/${id}`, headers: { ...TUS, ...who.bearer } })
  const status = async (id: string): Promise<Media> =>
    (await it.app.inject({ url: `/api/media/${id}`, headers: who.bearer })).json()
  const upload = async (bytes: Buffer, declared: Declared = {}) => {
    const begun = await begin(bytes.length, declared)
    if (begun.statusCode !== 201) throw new Error(begun.body)
    const id = getUploadId(begun)
    return { id, sent: await send(id, 0, bytes) }
  }
  const settled = async (id: string): Promise<Media> => {
    return until(
      async () => {
        const media = await status(id)
        if (media.status === 'uploading' || media.status === 'processing') throw new Error('never settled')
        return media
      },
      { timeout: 120_000 },
    )
  }
  const left = (id: string) => filesOfUpload(it.dataDir, id)
  return {
    begin,
    send,
    status,
    upload,
    settled,
    head: ask('HEAD'),
    remove: ask('DELETE'),
    /** Uploads a file and waits until it is ready or has failed. */
    media: async (bytes: Buffer, declared: Declared = {}) => settled((await upload(bytes, declared)).id),
    /** Returns the names of an upload's stored files. */
    left,
  }
}
