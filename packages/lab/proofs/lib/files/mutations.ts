import type { Upload } from './originals.ts'

type Random = (limit: number) => number
type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer

const SIZES = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff]

const flipped: Mutation = (bytes, random) => {
  const made = Buffer.from(bytes)
  for (let times = 1 + random(16); times > 0; times--) {
    const at = random(made.length)
    made[at] = (made[at] ?? 0) ^ (1 << random(8))
  }
  return made
}

const overwritten: Mutation = (bytes, random) => {
  const made = Buffer.from(bytes)
  const at = random(made.length)
  for (let n = 0; n < 1 + random(64) && at + n < made.length; n++) made[at + n] = random(256)
  return made
}

// In most formats, the first bytes contain lengths, counts, and dimensions.
const resized: Mutation = (bytes, random) => {
  const made = Buffer.from(bytes)
  const size = SIZES[random(SIZES.length)] ?? 0
  const at = random(Math.max(1, Math.min(made.length, 600) - 4))
  return random(2) === 0
    ? (made.writeUInt32BE(size >>> 0, at), made)
    : (made.writeUInt16BE(size & 0xffff, at), made)
}

const cut: Mutation = (bytes, random) => bytes.subarray(0, random(bytes.length))

const without: Mutation = (bytes, random) => {
  const at = random(bytes.length)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(400))])
}

const doubled: Mutation = (bytes, random) => {
  const from = random(bytes.length)
  const part = bytes.subarray(from, from + 1 + random(800))
  const at = random(bytes.length)
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)])
}

const spliced: Mutation = (bytes, random, other) =>
  Buffer.concat([bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))])

const appended: Mutation = (bytes, random, other) =>
  Buffer.concat([bytes, other.subarray(0, 1 + random(other.length))])

const MUTATIONS = [flipped, flipped, overwritten, resized, resized, cut, without, doubled, spliced, appended]

/** Damages a file in one or two ways, chosen by a seed. */
export function mutated(original: Upload, others: readonly Upload[], random: Random): Upload {
  let { bytes } = original
  for (let times = 1 + random(2); times > 0; times--) {
    const other = others[random(others.length)]?.bytes ?? bytes
    if (bytes.length > 8) bytes = (MUTATIONS[random(MUTATIONS.length)] ?? flipped)(bytes, random, other)
  }
  return { ...original, family: `mutated ${original.family}`, bytes }
}
