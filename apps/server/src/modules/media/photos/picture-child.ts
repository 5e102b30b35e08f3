import { makeMovie } from './clip-frames.ts'
import { FileRefused } from '../formats/file-refused.ts'
import { unreadablePicture } from './open-picture.ts'
import { makePictures } from './pictures.ts'
import type { FromChild, ToChild } from './picture-pool.ts'

// Runs in a child process, because an image can make a decoder hang, crash, or use too much memory. The child has no
// environment and read-only file access. It gets one file at a time from its parent (picture-pool.ts).

function send(message: FromChild) {
  return process.send?.(message)
}

async function work({ path, format, part }: ToChild): Promise<void> {
  try {
    if (part === 'movie') {
      send({ file: 'movie.mov', bytes: await makeMovie(path, format) })
      send({ facts: null })
      return
    }
    const facts = await makePictures(path, format, (file, bytes) => send({ file, bytes }), part)
    send({ facts })
  } catch (error) {
    // The file caused the decoder's error, so its message is only logged.
    const detail = error instanceof Error ? error.message : String(error)
    const { sentence } = error instanceof FileRefused ? error : unreadablePicture()
    send({ refused: sentence, detail })
  }
}

process.on('message', (message) => void work(message as ToChild))
process.on('disconnect', () => process.exit(0))
