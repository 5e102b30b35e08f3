import { FileRefused } from './file-refused.ts'
import { makePictures, unreadable } from './pictures.ts'
import type { FromChild, ToChild } from './picture-pool.ts'

// A process of its own: a picture that makes a decoder hang, swell or crash takes only this down. It has no
// environment, may only read, and is told one file at a time by its parent (picture-pool.ts).

const send = (message: FromChild) => process.send?.(message)

const work = async ({ path, format, part }: ToChild): Promise<void> => {
  try {
    const facts = await makePictures(path, format, (file, bytes) => send({ file, bytes }), part)
    send({ facts })
  } catch (error) {
    // A decoder's error is caused by the file; its text is only for the log.
    const detail = error instanceof Error ? error.message : String(error)
    send({ refused: error instanceof FileRefused ? detail : unreadable().message, detail })
  }
}

process.on('message', (message) => void work(message as ToChild))
process.on('disconnect', () => process.exit(0))
