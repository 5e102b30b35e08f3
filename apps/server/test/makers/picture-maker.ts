import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaFile } from '@nollie/contract/media'
import { afterAll } from 'vitest'
import { sniff } from '../../src/modules/media/formats/file-format.ts'
import { PicturePool } from '../../src/modules/media/photos/picture-pool.ts'
import type { Part, PictureFacts } from '../../src/modules/media/photos/pictures.ts'

export type Made = { facts: PictureFacts; files: Partial<Record<MediaFile, Buffer>> }

/** Makes images for the tests in a file, in a separate folder. */
export type PictureMaker = {
  folder: string
  pool: PicturePool
  write: (bytes: Buffer) => string
  make: (bytes: Buffer, by?: PicturePool, part?: Part) => Promise<Made>
}

/** Creates a {@link PictureMaker} that lasts until the tests in the calling file are done. */
export function pictureMaker(): PictureMaker {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-pictures-'))
  const pool = new PicturePool([folder])
  afterAll(() => {
    pool.close()
    rmSync(folder, { recursive: true, force: true })
  })
  let count = 0
  const write = (bytes: Buffer): string => {
    count += 1
    const path = join(folder, `file-${count}`)
    writeFileSync(path, bytes)
    return path
  }
  const make = async (bytes: Buffer, by = pool, part: Part = 'all'): Promise<Made> => {
    const kind = sniff(bytes)
    if (!kind) throw new Error('not sniffed')
    const files: Made['files'] = {}
    const facts = await by.make({ path: write(bytes), format: kind.format, part }, async (file, content) => {
      files[file] = Buffer.from(content)
    })
    return { facts, files }
  }
  return { folder, pool, write, make }
}

/** Returns the process ids of this process's image workers (Linux only). */
export function children(): number[] {
  const { pid } = process
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text
    .split(' ')
    .filter((child) => child && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('picture-child'))
    .map(Number)
}

/** Returns the peak memory of any image worker so far, in MiB. */
export function peakOfChildren(): number {
  const peaks = children().map((child) => {
    const status = existsSync(`/proc/${child}/status`) ? readFileSync(`/proc/${child}/status`, 'utf8') : ''
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  })
  return Math.max(...peaks)
}
