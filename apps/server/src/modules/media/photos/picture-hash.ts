const COLUMNS = 9
const ROWS = 8

type Size = { width: number; height: number }

// Returns the mean brightness of each cell in a grid over the image.
function brightness(rgba: Uint8Array, { width, height }: Size): number[] {
  const sums = new Float64Array(COLUMNS * ROWS)
  const counts = new Uint32Array(COLUMNS * ROWS)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const field = Math.floor((y * ROWS) / height) * COLUMNS + Math.floor((x * COLUMNS) / width)
      const at = (y * width + x) * 4
      const [red = 0, green = 0, blue = 0] = [rgba[at], rgba[at + 1], rgba[at + 2]]
      sums[field] = (sums[field] ?? 0) + 0.299 * red + 0.587 * green + 0.114 * blue
      counts[field] = (counts[field] ?? 0) + 1
    }
  return Array.from(sums, (sum, field) => sum / Math.max(1, counts[field] ?? 0))
}

/**
 * Computes an image's 64-bit perceptual hash (difference hash): whether each cell in an 8x8 grid is darker than the one
 * to its right. The same photo in another size, quality, or brightness differs in a few bits; a different photo differs
 * in about half. Returned as a signed decimal number for PostgreSQL's `bigint`.
 */
export function hashPicture(rgba: Uint8Array, size: Size): string {
  const fields = brightness(rgba, size)
  let bits = 0n
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS - 1; column++) {
      const at = row * COLUMNS + column
      bits = (bits << 1n) | ((fields[at] ?? 0) < (fields[at + 1] ?? 0) ? 1n : 0n)
    }
  return BigInt.asIntN(64, bits).toString()
}
