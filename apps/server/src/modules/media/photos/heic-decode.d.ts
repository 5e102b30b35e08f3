declare module 'heic-decode' {
  type Decoded = { width: number; height: number; data: Uint8ClampedArray }
  type Found = { width: number; height: number; decode: () => Promise<Decoded> }
  type Input = { buffer: Uint8Array }
  const decode: {
    (input: Input): Promise<Decoded>
    all: (input: Input) => Promise<Found[] & { dispose: () => void }>
  }
  export default decode
}
