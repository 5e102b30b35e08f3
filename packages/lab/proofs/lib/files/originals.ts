import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { hasFfmpeg, makeVideo, phonePhoto } from '../../../../../apps/server/test/makers/media-files.ts'

/** A file to upload, with its kind, its bytes, and the type and name that its sender declares. */
export type Upload = { family: string; bytes: Buffer; type: string; name: string }

/** Creates photos and videos as phones and programs write them, with positions and captions in their metadata. */
export async function originals(): Promise<{ photos: Upload[]; videos: Upload[] }> {
  const photo = await phonePhoto({ width: 120, height: 90 })
  const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const again = () =>
    sharp(data, { raw })
      .withExif({
        IFD0: { Make: 'NollieCam', ImageDescription: 'Hidden Caption' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 13/1 1308/100' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Hidden Caption</a></x:xmpmeta>')
  const image = (type: string, bytes: Buffer): Upload => ({
    family: type,
    bytes,
    type: `image/${type}`,
    name: `ledge.${type}`,
  })
  const photos = [
    image('jpeg', photo),
    image('jpeg', await again().jpeg({ progressive: true }).toBuffer()),
    image('png', await again().png({ palette: true }).toBuffer()),
    image('webp', await again().webp().toBuffer()),
    image('gif', await again().gif().toBuffer()),
    image('avif', await again().avif({ effort: 0 }).toBuffer()),
  ]
  if (!hasFfmpeg) return { photos, videos: [] }
  const folder = mkdtempSync(join(tmpdir(), 'nollie-originals-'))
  const video = async (kind: string, type: string, args: string[]): Promise<Upload> => {
    const path = await makeVideo(join(folder, `trick.${kind}`), args, { size: '128x72', seconds: 0.4 })
    return { family: kind, bytes: readFileSync(path), type, name: `trick.${kind}` }
  }
  try {
    const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast']
    const vp8 = ['-c:v', 'libvpx', '-c:a', 'libopus']
    return {
      photos,
      videos: [
        await video('mp4', 'video/mp4', x264),
        await video('mov', 'video/quicktime', x264),
        await video('webm', 'video/webm', vp8),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
