import sharp from 'sharp'
import { expect } from 'vitest'

export async function pixelAt(bytes: Buffer | undefined, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + 3)]
}

export function near(actual: number[], wanted: number[], by = 12) {
  return expect(
    Math.max(...actual.map((value, at) => Math.abs(value - (wanted[at] ?? 0)))),
    actual.join(),
  ).toBeLessThan(by)
}

export const RED = [224, 32, 32]
export const BLUE = [32, 64, 192]
